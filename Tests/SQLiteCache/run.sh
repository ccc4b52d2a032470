#!/usr/bin/env bash
# Tests the client's cache with the trait SQLite on: run.sh [HOW OFTEN A WRITER IS KILLED]
# Builds the client only, in a folder of its own. On Linux, libsqlite3-dev is installed where it is missing and this user
# may; where it stays missing, nothing is tested.
set -euo pipefail
cd "$(dirname "$0")"

export MOCKAPI_KILLS="${1:-10}"
if [ "$(uname)" = Linux ] && [ ! -e /usr/include/sqlite3.h ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get install -qq -y libsqlite3-dev >/dev/null \
            || { apt-get update -qq && apt-get install -qq -y libsqlite3-dev >/dev/null; }
    else
        echo "the cache in SQLite: skipped, there is no sqlite3.h"
        exit 0
    fi
fi
swift test
