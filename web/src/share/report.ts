// The self-contained report: the template that the build made, with the result as JSON in its place. The JSON cannot end
// its element, and the template writes it out as text only. The native command fills the same template the same way.
import type { Response } from '../api_types';
import type { Options } from '../state';

/** What the template shows; `core/`'s command writes the same fields. */
export interface Report {
  name: string;
  text: string;
  options: Partial<Options>;
  /** The answer of `view`, without the positions of shapes. */
  response: Response;
  /** The drawing of `draw`. */
  svg?: string;
  kernels?: Response['kernels'];
  run?: Response;
  /** The page's address with the state, where there is one. */
  link?: string;
}

export const kPlace = '__CLEAVE_REPORT__';

/** JSON that can stand inside a script element: no `<`, nothing that ends a line of script. */
export function embedded(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function reportHtml(template: string, report: Report): string {
  const { drawing: _drawing, ...response } = report.response;
  const at = template.indexOf(kPlace);
  if (at < 0) throw new Error('the template of the report has no place for it');
  return template.slice(0, at) + embedded({ ...report, response }) + template.slice(at + kPlace.length);
}
