#!/usr/bin/env bash
# Fuzzes the request codec and the JSON reader: run.sh [SECONDS] [RUNS], 60 seconds without limit of runs by
# default. Both run at the same time, on one processor each.
set -euo pipefail
cd "$(dirname "$0")"
seconds="${1:-60}"
runs="${2:--1}"
export SWIFT_BACKTRACE=enable=no

swift build -c release --sanitize=fuzzer
folder="$(mktemp -d)"
running=()
for pair in FuzzRequestParser:request FuzzJSON:json; do
    target="${pair%%:*}" corpus="Corpus/${pair##*:}"
    mkdir "$folder/$target"
    ".build/release/$target" -max_total_time="$seconds" -runs="$runs" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -verbosity=0 -artifact_prefix="$folder/$target/" "$folder/$target" "$corpus" \
        >"$folder/$target.log" 2>&1 &
    running+=("$target:$!")
done

failed=0
for pair in "${running[@]}"; do
    target="${pair%%:*}"
    status=0
    wait "${pair##*:}" || status=$?
    echo "== $target"
    tail -n 12 "$folder/$target.log"
    if [ "$status" -ne 0 ]; then
        echo "$target failed; the input is in $folder/$target" >&2
        failed=1
    fi
done
if [ "$failed" -eq 0 ]; then rm -rf "$folder"; fi
exit "$failed"
