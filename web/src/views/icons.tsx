// The icons: strokes in a box of 16 by 16, in the colour of the text around them. Decoration; the words are the button's.

const kPaths = {
  cut: 'M6 4a2 2 0 1 1-4 0 2 2 0 0 1 4 0M6 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0M5.6 5.2 14 11.6M5.6 10.8 14 4.4',
  chevron: 'M4.5 6.3 8 9.8l3.5-3.5',
  previous: 'M9.6 4.4 6 8l3.6 3.6',
  next: 'M6.4 4.4 10 8l-3.6 3.6',
  search: 'M11.2 7a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0M10.2 10.2l3.4 3.4',
  share: 'M6.5 9.5l3-3M7.3 4.8l1.3-1.3a2.75 2.75 0 0 1 3.9 3.9l-1.3 1.3M8.7 11.2l-1.3 1.3a2.75 2.75 0 0 1-3.9-3.9l1.3-1.3',
  export: 'M8 2.4v7.2M4.9 6.6 8 9.7l3.1-3.1M3 11.2v2.4h10v-2.4',
  paste: 'M5.6 3.5H3.5v10h9v-10h-2.1M6 2.4h4v2.5H6z',
  undo: 'M5.4 3.4 2.8 6l2.6 2.6M3 6h6.4a3.5 3.5 0 0 1 0 7H6',
  redo: 'M10.6 3.4 13.2 6l-2.6 2.6M13 6H6.6a3.5 3.5 0 0 0 0 7H10',
  help: 'M13.8 8A5.8 5.8 0 1 1 2.2 8a5.8 5.8 0 0 1 11.6 0M6.3 6.4a1.75 1.75 0 1 1 2.5 1.6c-.55.25-.8.55-.8 1.15M8 11.3v.2',
  check: 'm3.4 8.4 3.1 3.1 6.1-7',
  close: 'm4.4 4.4 7.2 7.2m0-7.2-7.2 7.2',
  minus: 'M3.4 8h9.2',
  plus: 'M8 3.4v9.2M3.4 8h9.2',
  warning: 'M8 2.5 14.1 13H1.9zM8 6.4v3.1M8 11.2v.2',
  error: 'M5.5 2.4h5l3.1 3.1v5l-3.1 3.1h-5l-3.1-3.1v-5zM8 5v3.5M8 10.8v.2',
  info: 'M13.8 8A5.8 5.8 0 1 1 2.2 8a5.8 5.8 0 0 1 11.6 0M8 7.3v3.5M8 5.1v.2',
  copy: 'M6.9 5.5h5.2a1.4 1.4 0 0 1 1.4 1.4v5.2a1.4 1.4 0 0 1-1.4 1.4H6.9a1.4 1.4 0 0 1-1.4-1.4V6.9a1.4 1.4 0 0 1 1.4-1.4M10.5 5.5v-3h-8v8h3',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  wide: 'M6 3 2.5 8 6 13M10 3l3.5 5-3.5 5',
  play: 'M5 3.1v9.8L12.6 8z',
  stop: 'M5 4h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1',
  external: 'M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3 7.4 8.6',
  reset: 'M3.2 6.4A5.2 5.2 0 1 1 2.8 9M3 2.9v3.6h3.6',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  chip: 'M5.5 4h5A1.5 1.5 0 0 1 12 5.5v5a1.5 1.5 0 0 1-1.5 1.5h-5A1.5 1.5 0 0 1 4 10.5v-5A1.5 1.5 0 0 1 5.5 4M6.5 4V2M9.5 4V2M6.5 14v-2M9.5 14v-2M4 6.5H2M4 9.5H2M14 6.5h-2M14 9.5h-2',
  arrow: 'M2.5 8H13M9.5 4.5 13 8l-3.5 3.5',
  edit: 'm3 13 .7-3 6.8-6.8 2.3 2.3L6 12.3z',
  lock: 'M5 7h6a1.5 1.5 0 0 1 1.5 1.5V12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 12V8.5A1.5 1.5 0 0 1 5 7M5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  bolt: 'M9 2 3.5 9H8l-1 5 5.5-7H8z',
} as const;

export type IconName = keyof typeof kPaths | 'theme' | 'more';

export function Icon({ name, class: extra }: { name: IconName; class?: string }) {
  return (
    <svg class={`icon ${extra ?? ''}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {name === 'theme' ? (
        <>
          <circle cx="8" cy="8" r="5.5" />
          <path d="M8 2.5v11a5.5 5.5 0 0 0 0-11z" fill="currentColor" />
        </>
      ) : name === 'more' ? (
        <path d="M3.5 8h.1M8 8h.1M12.4 8h.1" stroke-width="2" />
      ) : (
        <path d={kPaths[name]} />
      )}
    </svg>
  );
}

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M4 5.5A2.5 2.5 0 0 1 6.5 3h8.6L5.6 19.6A2.5 2.5 0 0 1 4 17.3z" />
      <path d="M20 18.5a2.5 2.5 0 0 1-2.5 2.5H8.9l9.5-16.6A2.5 2.5 0 0 1 20 6.7z" opacity="0.55" />
    </svg>
  );
}
