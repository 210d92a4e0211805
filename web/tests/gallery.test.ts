// Every example has its entry, and every entry its file.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aboutOf, kEntries, matches } from '../src/gallery/entries';

const folders = ['../../docs/examples/', '../gallery/'].map((path) => new URL(path, import.meta.url));
const files = folders.flatMap((folder) => readdirSync(folder).filter((file) => file.endsWith('.py')).map((file) => new URL(file, folder)));

test('entries and files are the same', () => {
  const names = files.map((file) => file.pathname.replace(/^.*\/|\.py$/g, '')).sort();
  expect(kEntries.map((entry) => entry.file).sort()).toEqual(names);
  expect(new Set(kEntries.map((entry) => `${entry.set} ${entry.title}`)).size).toBe(kEntries.length);
});

test('each file says in its first line what it is', () => {
  for (const file of files) expect(aboutOf(readFileSync(file, 'utf8')), file.pathname).toMatch(/^[A-Z].{20,}\.$/);
});

test('the filter takes every word', () => {
  expect(matches('norm LIMIT', ['layer norm', 'limit'])).toBe(true);
  expect(matches('norm scan', ['layer norm', 'limit'])).toBe(false);
  expect(matches('', ['x'])).toBe(true);
});
