// CodeMirror parses in slices of up to 100 ms where the browser tells it whether input is pending, and of at most what an
// idle moment leaves where it does not. The page wants no task over 50 ms, so it does not let CodeMirror ask. Must run
// before CodeMirror is loaded.

export function wantShortSlices(): void {
  if ('scheduling' in navigator) Object.defineProperty(navigator, 'scheduling', { value: undefined, configurable: true });
}
