#!/usr/bin/env bash
# Fuzzes the request codec and the JSON reader: run.sh [SECONDS] [RUNS], 60 seconds each without limit of runs by default.
set -euo pipefail
cd "$(dirname "$0")"
seconds="${1:-60}"
runs="${2:--1}"
export SWIFT_BACKTRACE=enable=no

swift build -c release --sanitize=fuzzer
for pair in FuzzRequestParser:request FuzzJSON:json; do
    target="${pair%%:*}" corpus="Corpus/${pair##*:}"
    scratch="$(mktemp -d)"
    echo "== $target, $seconds s"
    ".build/release/$target" -max_total_time="$seconds" -runs="$runs" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -verbosity=0 -artifact_prefix="$scratch/" "$scratch" "$corpus" 2>&1 | tail -n 12
    status="${PIPESTATUS[0]}"
    if [ "$status" -ne 0 ]; then
        echo "$target failed; the input is in $scratch" >&2
        exit 1
    fi
    rm -rf "$scratch"
done
