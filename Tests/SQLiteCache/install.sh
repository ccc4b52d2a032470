#!/usr/bin/env bash
# Sees to it that the trait SQLite can be built: on Linux, libsqlite3-dev is installed where it is missing and this user
# may. Fails where it stays missing.
set -euo pipefail

if [ "$(uname)" != Linux ] || [ -e /usr/include/sqlite3.h ]; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get install -qq -y libsqlite3-dev >/dev/null \
        || { apt-get update -qq && apt-get install -qq -y libsqlite3-dev >/dev/null; }
else
    echo "there is no sqlite3.h" >&2
    exit 1
fi
