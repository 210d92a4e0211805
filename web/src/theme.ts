// Light, dark, or as the system: the choice is stored and set on the document, the colours are those of tokens.css.
import { signal } from '@preact/signals';
import type { Theme } from './state';

const kKey = 'cleave.theme';

function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(kKey);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

export const theme = signal<Theme>(storedTheme());
/** Grows when colours change, for what is painted on a canvas. */
export const colourVersion = signal(0);

export function applyTheme(): void {
  const root = document.documentElement;
  if (theme.value === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme.value;
  colourVersion.value++;
}

/** System, light, dark, and again. */
export function cycleTheme(): Theme {
  theme.value = theme.value === 'system' ? 'light' : theme.value === 'light' ? 'dark' : 'system';
  try {
    localStorage.setItem(kKey, theme.value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme();
  return theme.value;
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => colourVersion.value++);
matchMedia('(forced-colors: active)').addEventListener('change', () => colourVersion.value++);
