// The runner of this machine: `cleave serve` gives out the page and takes its questions, if they carry the token that
// stands behind `#` in the address that it printed. The token is kept for this tab only and taken out of the address.
import { signal } from '@preact/signals';
import type { Request, Response } from '../api_types';

export interface About {
  version: string;
  /** Where segments run unless another place is asked for. */
  device: 'cpu' | 'cuda';
  /** Its GPU; null where none can be used. */
  gpu: string | null;
  why_no_gpu?: string;
}

const kKey = 'cleave.token';
let token: string | null = null;

/** What the runner of this machine can do; null where the page has none. */
export const runner = signal<About | null>(null);

/** The token in an address's fragment; null where it is something else. */
export function tokenIn(fragment: string): string | null {
  return /^#token=([\w-]{16,200})$/.exec(fragment)?.[1] ?? null;
}

async function asked(path: '/call' | '/about', body: string, stop?: AbortSignal): Promise<unknown> {
  const answer = await fetch(path, {
    method: 'POST', body, signal: stop, cache: 'no-store',
    headers: { authorization: `Bearer ${token}`, ...(path === '/call' ? { 'content-type': 'application/json' } : {}) },
  });
  if (!answer.ok) throw new Error((await answer.text()).slice(0, 300) || `the runner answered ${answer.status}`);
  return answer.json();
}

function isAbout(value: unknown): value is About {
  return typeof value === 'object' && value !== null && 'version' in value && 'device' in value && 'gpu' in value;
}

/** Takes a token from the address, or the one that this tab has, and asks what the runner can do. */
export async function findRunner(fragment: string): Promise<void> {
  try {
    token = tokenIn(fragment) ?? sessionStorage.getItem(kKey);
    if (token) sessionStorage.setItem(kKey, token);
  } catch {
    // Without storage the token lasts as long as the page.
  }
  if (!token) return;
  try {
    const about = await asked('/about', '');
    if (isAbout(about)) runner.value = about;
  } catch {
    runner.value = null;
  }
}

/** One question to the runner; rejects with words where it gives no answer. */
export async function askRunner(request: Request, stop: AbortSignal): Promise<Response> {
  return (await asked('/call', JSON.stringify(request), stop)) as Response;
}
