// The worker that owns the core: it loads the module, answers one call at a time, and tells how far it is. It holds no
// state between calls; a trap inside the core is told and leaves the worker to be replaced.
import factory from '@core';
import { load } from '../../wasm/load';
import type { Cleave } from '../../wasm/load';
import { takeApart, type FromWorker, type ToWorker } from './protocol';
import type { Response } from './api_types';
import wasmPath from '@core-wasm?url';

const wasmUrl = new URL(wasmPath, import.meta.url);

const send = (message: FromWorker) => postMessage(message);
const words = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

let core: Cleave | null = null;

/** Loads the core, from a module that another worker compiled where there is one. */
async function start(given: WebAssembly.Module | null): Promise<void> {
  let module = given;
  const instantiateWasm = (
    imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => {
    const instantiate = async () => {
      module ??= await compiled();
      use(await WebAssembly.instantiate(module, imports), module);
    };
    instantiate().catch((error: unknown) => send({ kind: 'failed', message: words(error) }));
    return {};
  };
  core = await load(factory, { instantiateWasm });
  send({ kind: 'ready', module: module!, version: core.version() });
}

/** While it streams, if the server says what it is. */
async function compiled(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`${response.status} for ${wasmUrl.pathname}`);
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function call(id: number, request: object): void {
  const begin = performance.now();
  let last = -Infinity;
  const progress = (phase: string) => {
    const now = performance.now();
    if (now - last < 40) return;
    last = now;
    send({ kind: 'progress', id, phase });
  };
  const response = JSON.parse(core!.call(JSON.stringify(request), progress)) as Response;
  const milliseconds = performance.now() - begin;
  const parts = takeApart(response);
  send({ kind: 'answer', id, response, milliseconds });
  for (const part of parts) send({ kind: 'part', id, ...part });
  send({ kind: 'end', id });
}

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === 'start') {
    start(message.module).catch((error: unknown) => send({ kind: 'failed', message: words(error) }));
    return;
  }
  try {
    call(message.id, message.request);
  } catch (error) {
    send({ kind: 'crashed', id: message.id, message: words(error) });
  }
});
