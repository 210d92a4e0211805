// The page's state in the address: what is behind `#` is base64url of a version byte and raw deflate of JSON. Reading it
// trusts nothing: lengths are limited, every field is checked by its type, and what does not fit is a message, never code.
import type { Order, RuleSet } from '../api_types';
import type { Selection } from '../selection';
import { DEFAULT_OPTIONS, type Options, type Tab } from '../state';

export interface Shared {
  text: string;
  name: string;
  options: Options;
  selection: Selection | null;
  tab: Tab;
}

export type Read = { ok: true; shared: Shared } | { ok: false; title: string; text: string };

/** The first byte. Another one means another form, which an older page must not guess at. */
const kVersion = 1;
const kMostFragment = 4_000_000;
const kMostText = 16_000_000;
/** Options that stand in a list, and how long each may be. */
const kMostNames = 10_000;
const kMostName = 2_000;

const kTabs: readonly Tab[] = ['why', 'segment', 'map', 'kernel', 'run'];

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** All that comes out of `through`, at most `limit` bytes: a small fragment may not become a large text. */
async function piped(input: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream, limit: number) {
  const reader = new Blob([input]).stream().pipeThrough(through).getReader();
  const chunks: Uint8Array[] = [];
  for (let total = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks);
    total += value.length;
    if (total > limit) {
      await reader.cancel();
      throw new RangeError('too long');
    }
    chunks.push(value);
  }
}

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** What differs from the defaults, so that links stay short. */
function briefOptions(options: Options): Partial<Options> {
  const kept = Object.entries(options).filter(([key, value]) =>
    JSON.stringify(value) !== JSON.stringify(DEFAULT_OPTIONS[key as keyof Options]));
  return Object.fromEntries(kept);
}

export async function fragmentOf(shared: Shared): Promise<string> {
  const { text, name, options, selection, tab } = shared;
  const brief = { text, name, options: briefOptions(options), selection: selection ?? undefined, tab };
  const plain = new TextEncoder().encode(JSON.stringify(brief));
  const packed = await piped(plain, new CompressionStream('deflate-raw'), Infinity);
  return toBase64Url(joined([Uint8Array.of(kVersion), packed]));
}

// ---- reading ----------------------------------------------------------------------------------------------------------

type Unknown = Record<string, unknown>;
const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function names(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is string => typeof each === 'string' && each.length <= kMostName).slice(0, kMostNames);
}

const word = (value: unknown, otherwise: string) =>
  (typeof value === 'string' && /^[\w,-]{1,400}$/.test(value) ? value : otherwise);

function readOptions(value: unknown): Options {
  if (!isObject(value)) return DEFAULT_OPTIONS;
  const rules: RuleSet = value.rules === 'extended' ? 'extended' : 'nvfuser';
  const order: Order = value.order === 'nvfuser' ? 'nvfuser' : 'cleave';
  return {
    rules, order, gpu: word(value.gpu, DEFAULT_OPTIONS.gpu), passes: word(value.passes, DEFAULT_OPTIONS.passes),
    cut: names(value.cut), keep: names(value.keep), input: names(value.input),
  };
}

function readSelection(value: unknown): Selection | null {
  if (!isObject(value)) return null;
  const { kind } = value;
  if (kind === 'value' || kind === 'op' || kind === 'segment' || kind === 'cut') {
    return isId(value.id) ? { kind, id: value.id } : null;
  }
  if (kind !== 'row' && kind !== 'range') return null;
  return isId(value.segment) && isId(value.index) ? { kind, segment: value.segment, index: value.index } : null;
}

function readState(value: unknown): Shared | null {
  if (!isObject(value) || typeof value.text !== 'string') return null;
  const name = typeof value.name === 'string' ? value.name.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, 200) : '';
  const tab = kTabs.find((known) => known === value.tab) ?? 'why';
  return { text: value.text, name: name || 'shared', options: readOptions(value.options), selection: readSelection(value.selection), tab };
}

const damaged = (text: string): Read => ({ ok: false, title: 'The link could not be read', text });

/** The state behind `#`; the mark itself may be there or not. */
export async function readFragment(fragment: string): Promise<Read> {
  const packed = fragment.replace(/^#/, '');
  if (packed.length > kMostFragment) return damaged(`It holds ${packed.length.toLocaleString('en-US')} characters; at most 4,000,000 are read.`);
  const bytes = fromBase64Url(packed);
  if (!bytes || bytes.length < 2) return damaged('It holds characters that no link of this page has, or lost its end.');
  if (bytes[0] !== kVersion) return damaged(`It is of form ${bytes[0]}; this page reads form ${kVersion}.`);
  try {
    const plain = await piped(bytes.slice(1), new DecompressionStream('deflate-raw'), kMostText);
    const shared = readState(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)));
    return shared ? { ok: true, shared } : damaged('It holds no definition.');
  } catch (error) {
    if (error instanceof RangeError) return damaged('The text in it is longer than 16,000,000 characters.');
    return damaged('It was cut short or changed on the way. Ask for it again, or for the HTML report.');
  }
}
