#!/usr/bin/env bash
# Builds the app of the documentation, which imports MockAPIClient and nothing else of mockapi: it links neither sockets
# nor stubs, and talks to a stub server.
#
# Usage: check-client.sh [OPTION FOR swift build]...
set -euo pipefail
cd "$(dirname "$0")"

folder=$(mktemp -d)
server=""
finish() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
    rm -rf "$folder"
}
trap finish EXIT

fail() {
    echo "check-client: $1" >&2
    exit 1
}

swift build "$@" --product bookshelf
app="$(swift build "$@" --show-bin-path)/bookshelf"

# Symbols of Swift begin with the name of their module and its length.
nm "$app" >"$folder/symbols"
grep -q -E '13MockAPIClient' "$folder/symbols" || fail "no symbol of MockAPIClient, so the names are not what this script thinks"
for module in MockAPISockets MockAPIStubs MockAPIMatching MockAPIServer MockAPIScenarios MockAPITesting; do
    if grep -E "[^0-9]${#module}$module" "$folder/symbols" >"$folder/found"; then
        head -n 3 "$folder/found" >&2
        fail "the app links $module"
    fi
done

mkdir "$folder/stubs"
cat >"$folder/stubs/books.json" <<'STUB'
{
  "request": "GET /shops/main/books?page=1",
  "response": { "jsonBody": { "data": { "items": [{ "id": "1", "title": "Emma", "tags": ["old"] }, { "id": 2, "title": "Ulysses" }] } } }
}
STUB
(cd ../.. && swift build "$@" --product mockapi)
tool="$(cd ../.. && swift build "$@" --show-bin-path)/mockapi"
"$tool" serve "$folder/stubs" --port 0 --port-file "$folder/port" --quiet &
server=$!
for _ in $(seq 600); do
    if [ -s "$folder/port" ]; then break; fi
    sleep 0.1
done
SHOP_URL="http://127.0.0.1:$(cat "$folder/port")" "$app" >"$folder/output" 2>"$folder/log"
printf '1 Emma old\n2 Ulysses \n' | diff - "$folder/output" || fail "the app prints something else"
grep -q -F '#1 ← 200 OK' "$folder/log" || fail "the logger wrote nothing"

echo "check-client: the app runs, and links neither sockets nor stubs"
