// Every pair of colours that the page lays on each other is far enough apart, in both themes: text 4.5, ink and ink-2 on
// surfaces 7, lines and marks 3 (WCAG 2.2).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../src/style/tokens.css', import.meta.url), 'utf8');

/** The colours that a block sets, over those that it does not. */
function colours(block: string, below: Map<string, string> = new Map()): Map<string, string> {
  const found = new Map(below);
  for (const [, name, value] of block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)) found.set(name, value);
  return found;
}

const light = colours(css.slice(0, css.indexOf('@media (prefers-color-scheme: dark)')));
const dark = colours(css.slice(css.indexOf(':root[data-theme="dark"]')), light);

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ['bg', 'panel', 'sunken', 'raised'];
const letters = 'abcdefghijkl'.split('');
const softs = letters.map((letter) => `seg-${letter}-soft`);

/** What is laid on what, and how far apart the two must be. */
const pairs: [string, string, number][] = [
  ...surfaces.flatMap((surface): [string, string, number][] => [
    ['ink', surface, 7], ['ink-2', surface, 7], ['ink-3', surface, 4.5], ['accent', surface, 4.5], ['ok', surface, 4.5],
    ['warn', surface, 4.5], ['err', surface, 4.5], ['edge', surface, 3], ['line-strong', surface, 3],
  ]),
  ...['hover', 'active', 'select', 'accent-soft', 'ok-soft', 'warn-soft', 'err-soft'].flatMap((surface): [string, string, number][] => [
    ['ink', surface, 4.5], ['ink-2', surface, 4.5], ['ink-3', surface, 4.5],
  ]),
  ['ok', 'ok-soft', 4.5], ['warn', 'warn-soft', 4.5], ['err', 'err-soft', 4.5], ['on-ink', 'ink', 7], ['on-ink', 'accent', 4.5],
  ['on-ink', 'err', 4.5],
  ...letters.flatMap((letter): [string, string, number][] => [
    ['on-seg', `seg-${letter}`, 4.5],
    ...[...surfaces, `seg-${letter}-soft`].map((surface): [string, string, number] => [`seg-${letter}`, surface, 4.5]),
  ]),
  ...softs.flatMap((soft): [string, string, number][] => [
    ['ink', soft, 7], ['ink-2', soft, 4.5], ['ink-3', soft, 4.5], ['edge', soft, 3],
    ...['key', 'num', 'str', 'type', 'com'].map((kind): [string, string, number] => [`syn-${kind}`, soft, 4.5]),
  ]),
  ...['key', 'num', 'str', 'type', 'com'].map((kind): [string, string, number] => [`syn-${kind}`, 'panel', 4.5]),
];

describe.each([['light', light], ['dark', dark]] as const)('%s', (_, theme) => {
  test(`${pairs.length} pairs`, () => {
    const near = pairs.flatMap(([on, under, bar]) => {
      const [a, b] = [theme.get(on), theme.get(under)];
      if (!a || !b) return [`${on} or ${under} is not there`];
      const apart = contrast(a, b);
      return apart < bar ? [`${on} on ${under}: ${apart.toFixed(2)} < ${bar}`] : [];
    });
    expect(near).toEqual([]);
  });
});

test('a dark system and the dark choice have the same colours', () => {
  const system = css.slice(css.indexOf('@media (prefers-color-scheme: dark)'), css.indexOf(':root[data-theme="dark"]'));
  expect(colours(system, light)).toEqual(dark);
});
