#!/bin/sh
# `cmake --install` puts the binary, the man page, the completions and the examples where people look for them.
# usage: install.sh CMAKE BUILD_DIR
set -eu
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
"$1" --install "$2" --prefix "$prefix" >/dev/null
for file in bin/cleave share/man/man1/cleave.1 share/bash-completion/completions/cleave share/zsh/site-functions/_cleave \
  share/fish/vendor_completions.d/cleave.fish share/doc/cleave/README.md share/doc/cleave/examples/first.py; do
  [ -s "$prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done
[ ! -e "$2/../web/index.html" ] || [ -s "$prefix/share/cleave/web/index.html" ] || { echo "the page is not installed"; exit 1; }
"$prefix/bin/cleave" --version
