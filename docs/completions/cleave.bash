# Completions for cleave; written by `cleave --write-generated`.
_cleave() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "segment explain run kernel plan html draw serve print check --help --version" -- "$word")
    return
  fi
  case $before in
    --passes) mapfile -t COMPREPLY < <(compgen -W "none nvfuser remove_empty translate_no_reduction_matmul_to_mul_squeeze translate_repeat_to_expand consecutive_cast fmin_fmax_promotion move_split_cat exact_mapped_extent_substitution remove_bcast_squeeze segment_inplace_update move_repeat_forward move_gather translate_scatter_accumulate mark_aliases_prepare allocation_domain" -- "$word"); return ;;
    --rules) mapfile -t COMPREPLY < <(compgen -W "nvfuser extended" -- "$word"); return ;;
    --order) mapfile -t COMPREPLY < <(compgen -W "cleave nvfuser" -- "$word"); return ;;
    --scheduler) mapfile -t COMPREPLY < <(compgen -W "no_op expr_eval matmul reduction resize transpose pointwise inner_persistent outer_persistent inner_outer_persistent greedy" -- "$word"); return ;;
    --gpu) mapfile -t COMPREPLY < <(compgen -W "h200 h100 a100 b200 rtx4090 rtx5090 none" -- "$word"); return ;;
    --device) mapfile -t COMPREPLY < <(compgen -W "cpu cuda" -- "$word"); return ;;
    --orientation) mapfile -t COMPREPLY < <(compgen -W "tb lr" -- "$word"); return ;;
    --dialect) mapfile -t COMPREPLY < <(compgen -W "legacy direct" -- "$word"); return ;;
    --level) mapfile -t COMPREPLY < <(compgen -W "source primitive" -- "$word"); return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$word"); return ;;
  esac
  if [[ $word != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    return
  fi
  case $command in
    segment) mapfile -t COMPREPLY < <(compgen -W "--definition --inputs --input --passes --rules --order --gpu --cut --keep --segment --all-states --dialect --json --color --verbose --help --version" -- "$word") ;;
    explain) mapfile -t COMPREPLY < <(compgen -W "--definition --inputs --input --passes --rules --order --scheduler --gpu --cut --keep --segment --all-states --json --color --verbose --help --version" -- "$word") ;;
    run) mapfile -t COMPREPLY < <(compgen -W "--definition --inputs --input --passes --rules --order --gpu --cut --keep --device --memory --shrink --seed --segment --all-states --json --color --verbose --help --version" -- "$word") ;;
    kernel) mapfile -t COMPREPLY < <(compgen -W "--definition --inputs --input --passes --rules --order --gpu --cut --keep --segment --source --json --color --verbose --help --version" -- "$word") ;;
    plan) mapfile -t COMPREPLY < <(compgen -W "--definition --inputs --input --passes --rules --order --gpu --cut --keep --json --color --verbose --help --version" -- "$word") ;;
    html) mapfile -t COMPREPLY < <(compgen -W "--definition --inputs --input --passes --rules --order --gpu --cut --keep --page --output --color --verbose --help --version" -- "$word") ;;
    draw) mapfile -t COMPREPLY < <(compgen -W "--definition --inputs --input --passes --rules --order --gpu --cut --keep --expand --orientation --json --color --verbose --help --version" -- "$word") ;;
    serve) mapfile -t COMPREPLY < <(compgen -W "--device --page --port --color --help --version" -- "$word") ;;
    print) mapfile -t COMPREPLY < <(compgen -W "--definition --inputs --input --passes --dialect --level --json --color --verbose --help --version" -- "$word") ;;
    check) mapfile -t COMPREPLY < <(compgen -W "--definition --inputs --input --json --color --verbose --help --version" -- "$word") ;;
  esac
}
complete -o filenames -F _cleave cleave
