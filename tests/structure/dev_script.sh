#!/bin/sh
# ./dev says what it knows and refuses what it does not, before it installs or builds anything.
# usage: dev_script.sh SOURCE_DIR
set -eu
cd /
exit_code() { "$@" >/dev/null 2>&1 && echo 0 || echo $?; }
[ "$(exit_code "$1/dev" help)" = 0 ] || { echo "help failed"; exit 1; }
[ "$(exit_code "$1/dev" no-such-command)" = 2 ] || { echo "an unknown command is not a usage error"; exit 1; }
[ "$(exit_code "$1/dev" test --no-such-option)" = 2 ] || { echo "an unknown option is not a usage error"; exit 1; }
[ "$(exit_code "$1/dev" gpu --no-such-option)" = 2 ] || { echo "an unknown option of gpu is not a usage error"; exit 1; }
[ "$(exit_code "$1/dev" web --no-such-option)" = 2 ] || { echo "an unknown option of web is not a usage error"; exit 1; }
[ "$(exit_code "$1/dev" web --port x)" = 2 ] || { echo "a port that is no number is not a usage error"; exit 1; }
for command in run build test bench gpu fuzz format generate wasm web; do
  "$1/dev" help | grep -q "^  $command" || { echo "help does not name $command"; exit 1; }
done
