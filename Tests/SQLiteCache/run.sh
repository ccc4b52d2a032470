#!/usr/bin/env bash
# Tests the client's cache with the trait SQLite on: run.sh [HOW OFTEN A WRITER IS KILLED]
# Builds the client only, in a folder of its own. Where SQLite cannot be had, nothing is tested.
set -euo pipefail
cd "$(dirname "$0")"

export MOCKAPI_KILLS="${1:-10}"
if ! bash install.sh; then
    echo "the cache in SQLite: skipped"
    exit 0
fi
swift test
