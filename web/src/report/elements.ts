// Elements from data: every text goes in as text, never as markup.

export type Child = Node | string | null | undefined | false;

export function el(tag: string, classes: string, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag);
  if (classes !== '') made.className = classes;
  for (const child of children) if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

/** Text in which names stand between backticks. */
export function marked(text: string): DocumentFragment {
  const out = document.createDocumentFragment();
  text.split('`').forEach((piece, i) => out.append(i % 2 === 0 ? piece : el('code', '', piece)));
  return out;
}

/** A table with a head; columns of numbers are named by their place. */
export function table(head: readonly string[], rows: readonly (readonly Child[])[], numbers: readonly number[] = []): HTMLElement {
  const cell = (tag: string) => (content: Child, i: number) => {
    const made = el(tag, numbers.includes(i) ? 'number' : '', content);
    if (tag === 'th') made.setAttribute('scope', 'col');
    return made;
  };
  return el('div', 'frame', el('table', '', el('thead', '', el('tr', '', ...head.map(cell('th')))),
    el('tbody', '', ...rows.map((row) => el('tr', '', ...row.map(cell('td')))))));
}

export function folded(title: string, ...children: Child[]): HTMLElement {
  return el('details', '', el('summary', '', title), ...children);
}

/** Code with the numbers of its lines. */
export function code(text: string, label: string): HTMLElement {
  const body = el('pre', 'code');
  body.tabIndex = 0;
  body.setAttribute('role', 'region');
  body.setAttribute('aria-label', label);
  text.replace(/\n$/, '').split('\n').forEach((line, i) => {
    const number = el('span', 'line-number', String(i + 1));
    number.setAttribute('aria-hidden', 'true');
    body.append(number, `${line}\n`);
  });
  return body;
}
