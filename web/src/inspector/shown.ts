// What the Inspector shows, from the selection: which cut, which rule's words. Computed signals and one lazy text.
import { computed, signal } from '@preact/signals';
import { dispatch, selection, tables } from '../store';
import { followSelection } from '../follow';
import type { Selection } from '../selection';
import type { Tab } from '../state';
import { ruleWords, type RuleWords } from './rule_words';

/** The cut that Why is about: the selected one, or one that the selected value crosses. */
export const shownCut = computed<number | null>(() => {
  const chosen = selection.value;
  if (!chosen || !tables.value.exists(chosen)) return null;
  if (chosen.kind === 'cut') return chosen.id;
  const value = chosen.kind === 'value' ? chosen.id
    : chosen.kind === 'row' || chosen.kind === 'range' ? tables.value.valueOfRow(chosen.segment, chosen.index) : null;
  if (value === null) return null;
  return [...tables.value.cutsOfValue(value)][0] ?? null;
});

/** The value that the selection is about, if it is about one. */
export const shownValue = computed<number | null>(() => {
  const chosen = selection.value;
  if (!chosen || !tables.value.exists(chosen)) return null;
  switch (chosen.kind) {
    case 'value': return chosen.id;
    case 'op': return tables.value.ops[chosen.id].makes[0] ?? null;
    case 'row':
    case 'range': return tables.value.valueOfRow(chosen.segment, chosen.index);
    case 'segment':
    case 'cut': return null;
  }
});

/** Selects from the Inspector: editor and graph follow. */
export function choose(chosen: Selection, tab?: Tab): void {
  dispatch({ type: 'select', selection: chosen, tab });
  followSelection();
}

/** The value whose way is traced: the selected one, or the first that crosses the selected cut. */
export const tracedValue = computed<number | null>(() =>
  shownValue.value ?? (shownCut.value === null ? null : (tables.value.valuesOfCut(shownCut.value)[0] ?? null)));

const words = signal<ReadonlyMap<string, RuleWords>>(new Map());
let asked = false;

/** What a rule says in general; the page of rules is fetched when first asked for. */
export function wordsOfRule(code: string): RuleWords | undefined {
  if (!asked) {
    asked = true;
    void import('../../../docs/reasons.md?raw').then(
      (page) => (words.value = ruleWords(page.default)), () => (asked = false));
  }
  return words.value.get(code);
}
