// Loads the module and gives it types: one object with the two functions of wasm/bindings.cpp. It keeps no state and
// interprets no response; the types of request and response are generated from core/api.

/** Is given what is being worked on, as it begins: `parse`, `translate 3 of 12`. */
export type Progress = (phase: string) => void;

/** What the module exports (see wasm/bindings.cpp). */
export interface Cleave {
  /** Request JSON in, response JSON out. */
  call(request: string, progress: Progress | null): string;
  version(): string;
}

/** Makes an instance from a module that is compiled elsewhere; `use` takes it. */
export type Instantiate = (
  imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
) => object;

/** In a browser the .wasm file is found beside the module; Node.js must pass its bytes as `wasmBinary`. */
export interface LoadOptions {
  wasmBinary?: ArrayBuffer | Uint8Array;
  instantiateWasm?: Instantiate;
}

type Factory = (options?: LoadOptions) => Promise<Cleave>;

/** `module` is the default export of the built `cleave.mjs`. */
export function load(module: Factory, options: LoadOptions = {}): Promise<Cleave> {
  return module(options);
}
