// The built module of wasm/: `@core` is where the build put cleave.mjs (see vite.config.ts).
declare module '@core' {
  import type { Cleave } from '../../wasm/load';
  const factory: (options?: object) => Promise<Cleave>;
  export default factory;
}

declare module '@core-wasm?url' {
  const url: string;
  export default url;
}
