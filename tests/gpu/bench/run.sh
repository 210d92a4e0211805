#!/usr/bin/env bash
# Everything that is worth doing on a machine with a GPU, in one go and within eight minutes: the tests, the ceilings, our
# kernels, then PyTorch's on the same computations where it can be imported. Needs the CUDA driver and NVRTC, no compiler
# and no network. A figure is a line of JSON, written as soon as it is known.
#
#   run.sh [--dry-run] [--binaries FOLDER] [--out FILE]
#
# --dry-run goes through everything but the device. Exit code: 0; 1 where a test or a case fails; 3 where there is no
# device, or no NVRTC.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
binaries=$here
out=
dry=()
while (($# > 0)); do
  case $1 in
    --dry-run) dry=(--dry-run) ;;
    --binaries) binaries=$2 && shift ;;
    --out) out=$2 && shift ;;
    *) echo "usage: run.sh [--dry-run] [--binaries FOLDER] [--out FILE]" >&2 && exit 2 ;;
  esac
  shift
done

readonly kSeconds=480 kTestSeconds=150 kOursSeconds=90
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${out:=$work/figures.jsonl}"
: >"$out"
left() { echo $((kSeconds - SECONDS)); }
status=0

"$binaries/gpu_bench" --list >"$work/cases"

# The tests skip themselves where there is no device.
tests=0
timeout "$kTestSeconds" "$binaries/gpu_test" --gtest_brief=1 >"$work/tests" 2>&1 || tests=$?
tail -n 5 "$work/tests" >&2
printf '{"figure": "tests", "exit_code": %d}\n' "$tests" | tee -a "$out"
((tests == 0)) || status=1

ours=0
timeout $((kOursSeconds + 60)) "$binaries/gpu_bench" "${dry[@]}" --seconds "$kOursSeconds" | tee -a "$out" || ours=$?
if ((ours == 3)); then exit 3; fi
((ours == 0)) || status=1

# An engine has a process of its own, and an equal part of what time is left.
engines=(eager compile max-autotune)
for i in "${!engines[@]}"; do
  seconds=$(($(left) / (${#engines[@]} - i)))
  ((seconds > 10)) || break
  if ! command -v python3 >/dev/null; then
    printf '{"figure": "peer", "engine": "%s", "skipped": "there is no python3"}\n' "${engines[i]}" | tee -a "$out"
    continue
  fi
  timeout $((seconds + 5)) python3 "$here/peers.py" "${dry[@]}" --engine "${engines[i]}" --seconds "$seconds" \
    --cases "$work/cases" 2>"$work/peers" | tee -a "$out" || { tail -n 3 "$work/peers" >&2; }
done
echo "$(wc -l <"$out") figures in $SECONDS s" >&2
exit "$status"
