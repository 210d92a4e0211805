#!/bin/sh
# The output that README.md shows is what the program prints today, but for times and the blanks that align them.
# usage: readme.sh CLEAVE SOURCE_DIR
set -eu
export LC_ALL=C.UTF-8
cd "$2"
plain() { sed -E 's/[0-9.]+ (µs|us|ms|s)( |$)/TIME /g; s/[ ┄─]+/ /g; s/ $//'; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The block that begins with the command, without that line.
sed -n '/^\$ \.\/dev run docs\/examples\/first.py$/,/^```$/p' README.md | sed '1d;$d' | plain >"$work/shown"
COLUMNS=100 "$1" run docs/examples/first.py | plain >"$work/printed"
[ -s "$work/shown" ] || { echo "README.md does not show the first example"; exit 1; }
diff -u "$work/shown" "$work/printed" || { echo "README.md shows another output than cleave prints"; exit 1; }
