#!/bin/sh
# The generated pages under docs/ are what the binary writes today. Says how to renew them where they are not.
# usage: generated_pages.sh CLEAVE SOURCE_DIR
set -eu
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$1" --write-generated "$fresh"
[ -n "$(ls -A "$fresh")" ] || { echo "nothing was generated"; exit 1; }
stale=0
for page in $(cd "$fresh" && find . -type f); do
  diff -u "$2/docs/$page" "$fresh/$page" || stale=1
done
[ "$stale" = 0 ] || { echo "stale: run ./dev generate and commit docs/"; exit 1; }
