// What another result would change in the graph: which segments go, which cuts. Pure.
import type { Tables } from '../tables';

/** What a segment computes, in terms that another result shares. */
function contentOf(tables: Tables, segment: number): string {
  const labels = tables.opsOfSegment(segment).flatMap((op) => tables.ops[op].makes.map((value) => tables.values[value].label));
  return labels.sort().join(' ');
}

/** Segments of `now` that `then` does not have, how many it has instead, and the cuts that go. */
export function replacedBy(now: Tables, then: Tables): { segments: Set<number>; cuts: Set<number>; count: number } {
  const nowContents = now.segments.map((segment) => contentOf(now, segment.id));
  const thenContents = then.segments.map((segment) => contentOf(then, segment.id));
  const [before, after] = [new Set(nowContents), new Set(thenContents)];
  const segments = new Set(now.segments.filter((segment) => !after.has(nowContents[segment.id])).map((segment) => segment.id));
  const stay = new Set(then.cuts.map((_, cut) => then.nameOfCut(cut)));
  const cuts = new Set(now.cuts.map((_, cut) => cut).filter((cut) => !stay.has(now.nameOfCut(cut))));
  return { segments, cuts, count: thenContents.filter((content) => !before.has(content)).length };
}
