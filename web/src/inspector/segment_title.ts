// What a segment and a template are called, with the words of the graph's cards. Pure.
import type { ReasonView, SegmentView } from '../api_types';
import { title } from '../format';

const kTitles: Record<string, string> = {
  no_op: 'Nothing to do', alias: 'View', inner_outer: 'Inner-outer persistent', inner_outer_persistent: 'Inner-outer persistent',
};

export function segmentTitle(segment: Pick<SegmentView, 'template' | 'scheduler'>): string {
  if (segment.template === 'persistent') return segment.scheduler === 'outer_persistent' ? 'Outer persistent' : 'Inner persistent';
  return kTitles[segment.template] ?? title(segment.template);
}

/** Who refused: nvFuser's name for it where there is one. */
export function templateName(reason: ReasonView): string {
  const name = reason.scheduler ?? reason.template ?? 'any kernel';
  return kTitles[name] ?? title(name);
}
