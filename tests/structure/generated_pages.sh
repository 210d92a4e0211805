#!/bin/sh
# The generated files, pages under docs/ and types under web/, are what the binary writes today. Says how to renew them
# where they are not.
# usage: generated_pages.sh CLEAVE SOURCE_DIR
set -eu
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$1" --write-generated "$fresh/docs"
[ -n "$(ls -A "$fresh")" ] || { echo "nothing was generated"; exit 1; }
stale=0
for page in $(cd "$fresh" && find . -type f); do
  diff -u "$2/$page" "$fresh/$page" || stale=1
done
[ "$stale" = 0 ] || { echo "stale: run ./dev generate and commit what changed"; exit 1; }
