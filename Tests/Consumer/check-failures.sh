#!/usr/bin/env bash
# Builds this package, runs its tests, and shows that taking a stub away makes the right tests fail, each with the
# nearest stub, in XCTest and in Swift Testing. Only copies of stubs in the build folder are touched.
#
# Usage: check-failures.sh [OPTION FOR swift build AND swift test]...
set -euo pipefail
cd "$(dirname "$0")"

report=$(mktemp)
taken=""
restore() {
    if [ -n "$taken" ] && [ -e "$report.stub" ]; then mv "$report.stub" "$taken"; fi
    rm -f "$report"
}
trap restore EXIT

fail() {
    echo "check-failures: $1" >&2
    cat "$report" >&2
    exit 1
}

# Runs the tests of one framework ("swift-testing" or "xctest") and nothing of the other.
run_tests() {
    local other=xctest
    if [ "$1" = xctest ]; then other=swift-testing; fi
    swift test --skip-build "--disable-$other" "--enable-$1" "${options[@]}" >"$report" 2>&1
}

# Counts the lines of the last run that match a pattern.
count() { grep -c -E "$1" "$report" || true; }

expect() { [ "$(count "$2")" = "$1" ] || fail "expected $1 line(s) with $2, found $(count "$2")"; }

options=("$@")
swift build --build-tests "${options[@]}"
for framework in swift-testing xctest; do
    run_tests "$framework" || fail "the $framework tests fail though all stubs are there"
done

stubs=$(find "$(swift build --show-bin-path "${options[@]}")" -type d -path '*Consumer_BookshopTests*' -name Stubs | head -n 1)
[ -d "$stubs" ] || fail "no copy of the stubs in the build folder"
taken="$stubs/books/ulysses.json"
mv "$taken" "$report.stub"

if run_tests swift-testing; then fail "the Swift Testing tests pass without the stub"; fi
expect 1 '^✘ Test "a book is found by its id" recorded an issue .*BookshopTests\.swift.*: Issue recorded'
expect 1 'GET /books/2 matches no stub; the nearest:'
expect 1 '^ *"Emma" \(Stubs/books/emma\.json:1\)'
expect 1 '^✘ Test "[^"]*" failed after'

if run_tests xctest; then fail "the XCTest tests pass without the stub"; fi
expect 1 'BookshopXCTests\.swift:[0-9]+: error: BookshopXCTests\.testBookIsFoundByItsID : GET /books/2 matches no stub'
expect 1 '^ *"Emma" \(Stubs/books/emma\.json:1\)'
expect 1 "^Test Case '[A-Za-z.]*testBookIsFoundByItsID' failed"
expect 1 "^Test Case '.*' failed"

echo "check-failures: without its stub the right test fails, in both frameworks"
