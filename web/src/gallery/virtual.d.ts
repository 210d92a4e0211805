// What gallery_plugin.ts makes of the examples.
declare module 'virtual:gallery' {
  /** By file: what its first line says, what the core makes of it, and the address of its picture. */
  export const kFacts: Readonly<Record<string, { about: string; ops: number; kernels: number; cuts: number; picture: string }>>;
}
