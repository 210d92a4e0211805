// Responses travel in slices and arrive whole.
import { expect, test } from 'vitest';
import { joinPart, kSliceWeight, takeApart } from '../src/protocol';

function travelled(value: unknown): { whole: unknown; messages: number } {
  const sent = structuredClone(value);
  const parts = takeApart(sent);
  const whole = structuredClone(sent);
  for (const part of parts) joinPart(whole, structuredClone(part));
  return { whole, messages: parts.length };
}

test('a small response travels in one piece', () => {
  const value = { ops: [{ id: 0, reads: [1, 2] }], text: 'x' };
  expect(travelled(value)).toEqual({ whole: value, messages: 0 });
});

test('long lists within long lists arrive in order', () => {
  const segments = Array.from({ length: 300 }, (_, id) => ({
    id, map: Array.from({ length: id % 7 === 0 ? 9000 : 40 }, (_, row) => ({ row, id })),
  }));
  const value = { segments, ops: Array.from({ length: 20_000 }, (_, id) => ({ id })), none: [] };
  const { whole, messages } = travelled(value);
  expect(whole).toEqual(value);
  expect(messages).toBeGreaterThan(20);
});

test('no slice is heavy unless one item is', () => {
  const parts = takeApart({ rows: Array.from({ length: 50_000 }, (_, id) => ({ id, label: `T${id}` })) });
  for (const part of parts) expect(part.items.length * 3).toBeLessThan(kSliceWeight + 10);
});
