// The ways out of the page, as the toolbar shows them.
import type { Options, Tab } from '../state';
import type { Selection } from '../selection';

export function ShareButton() {
  return null;
}

export function ExportButton() {
  return null;
}

/** What the address says is to be shown; null where it says nothing. */
export async function openFromUrl(): Promise<
  { text: string; name: string; options?: Options; selection?: Selection | null; tab?: Tab } | null
> {
  return null;
}
