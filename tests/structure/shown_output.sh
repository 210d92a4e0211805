#!/bin/sh
# What a page shows of the program is what it prints today, but for times and the blanks that align them: every block
# between ``` that begins with `$ cleave …` or `$ ./dev …` is run again and compared.
# usage: shown_output.sh CLEAVE SOURCE_DIR PAGE
set -eu
export LC_ALL=C.UTF-8
cd "$2"
plain() { sed -E 's/[0-9.]+ (µs|us|ms|s)( |$)/TIME /g; s/[ ┄─]+/ /g; s/ $//'; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# One file a block: its first line is the command.
awk -v work="$work" '
  /^```/ { if (out) { close(out); out = "" } fresh = !inside; inside = fresh; next }
  inside && fresh && /^\$ (cleave|\.\/dev) / { out = work "/block" ++count; fresh = 0; print > out; next }
  { fresh = 0 }
  out { print > out }' "$3"
[ -e "$work/block1" ] || { echo "$3 shows no output"; exit 1; }
for block in "$work"/block*; do
  arguments=$(head -1 "$block" | sed -E 's/^\$ (cleave|\.\/dev) //')
  sed 1d "$block" | plain >"$work/shown"
  # The words of the command are the page's own.
  # shellcheck disable=SC2086
  COLUMNS=100 "$1" $arguments | plain >"$work/printed"
  diff -u "$work/shown" "$work/printed" || { echo "$3 shows another output of: cleave $arguments"; exit 1; }
done
