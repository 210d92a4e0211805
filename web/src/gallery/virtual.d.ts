// What gallery_plugin.ts makes of the examples, by file.
declare module 'virtual:gallery' {
  export const kExamples: Readonly<Record<string, import('./entries').Example>>;
}
