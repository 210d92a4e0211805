// The form in which the text is stored, and how it is read back: what was written by an older page, or by anything else,
// is taken as far as it can be used. Pure.
import { DEFAULT_OPTIONS, type Options } from './state';

export interface Kept {
  text: string;
  name: string;
  options: Options;
}

/** Options with every field of the right kind; what is not is at its default. */
export function soundOptions(given: unknown): Options {
  const wanted = (given !== null && typeof given === 'object' ? given : {}) as Record<string, unknown>;
  const one = <T extends string>(key: string, allowed: readonly T[], otherwise: T): T =>
    allowed.includes(wanted[key] as T) ? (wanted[key] as T) : otherwise;
  const word = (key: string, otherwise: string) =>
    typeof wanted[key] === 'string' && (wanted[key] as string).length < 500 ? (wanted[key] as string) : otherwise;
  const list = (key: string) =>
    Array.isArray(wanted[key]) ? (wanted[key] as unknown[]).filter((item): item is string => typeof item === 'string').slice(0, 1000) : [];
  return {
    rules: one('rules', ['nvfuser', 'extended'], DEFAULT_OPTIONS.rules),
    order: one('order', ['cleave', 'nvfuser'], DEFAULT_OPTIONS.order),
    gpu: word('gpu', DEFAULT_OPTIONS.gpu), passes: word('passes', DEFAULT_OPTIONS.passes),
    cut: list('cut'), keep: list('keep'), input: list('input'),
  };
}

/** Reads what was stored; null where there is no text in it. */
export function kept(stored: string | null): Kept | null {
  if (!stored) return null;
  try {
    const value = JSON.parse(stored) as Partial<Kept>;
    if (typeof value?.text !== 'string') return null;
    return { text: value.text, name: String(value.name ?? ''), options: soundOptions(value.options) };
  } catch {
    return null;
  }
}
