// Places in a text: the core counts UTF-8 bytes and lines from 1, the editor UTF-16 units from 0. Pure.
import type { DiagnosticView } from './api_types';

/** UTF-16 places of byte offsets, in one walk; the offsets must grow. Beyond the end is the end. */
export function indicesOfBytes(text: string, offsets: readonly number[]): number[] {
  const found: number[] = [];
  let bytes = 0;
  let i = 0;
  for (const offset of offsets) {
    while (i < text.length && bytes < offset) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) { bytes += 1; i += 1; }
      else if (unit < 0x800) { bytes += 2; i += 1; }
      else if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < text.length) { bytes += 4; i += 2; }
      else { bytes += 3; i += 1; }
    }
    found.push(i);
  }
  return found;
}

export interface Span {
  from: number;
  to: number;
}

/** Where a diagnostic points in the text that it belongs to. */
export function spanOf(text: string, diagnostic: DiagnosticView): Span | null {
  if (diagnostic.begin === undefined) return null;
  const [from, to] = indicesOfBytes(text, [diagnostic.begin, diagnostic.end ?? diagnostic.begin]);
  return { from, to };
}

/** A message in two: what was seen, and what to write instead where the core suggests a word. */
export function suggestionOf(diagnostic: DiagnosticView): { seen: string; instead: string | null } {
  const match = /^(.*); did you mean `([^`]+)`\?$/s.exec(diagnostic.message);
  return match ? { seen: match[1], instead: match[2] } : { seen: diagnostic.message, instead: null };
}

/** The text with the suggestion taken. */
export function mended(text: string, diagnostic: DiagnosticView): string | null {
  const span = spanOf(text, diagnostic);
  const { instead } = suggestionOf(diagnostic);
  if (!span || instead === null || span.to <= span.from) return null;
  return text.slice(0, span.from) + instead + text.slice(span.to);
}
