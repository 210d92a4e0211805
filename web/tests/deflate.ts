// Node 18 has compression streams without `deflate-raw`, which every browser of the page has: the same from zlib.
import { Duplex } from 'node:stream';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';

function knowsRaw(): boolean {
  try {
    new CompressionStream('deflate-raw');
    return true;
  } catch {
    return false;
  }
}

if (!knowsRaw()) {
  const over = (make: () => Duplex) => function () {
    return (Duplex as unknown as { toWeb(duplex: Duplex): unknown }).toWeb(make());
  };
  Object.assign(globalThis, { CompressionStream: over(createDeflateRaw), DecompressionStream: over(createInflateRaw) });
}
