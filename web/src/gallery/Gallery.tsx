// The examples that can be opened: a button that says what is open, and a box with a card for each. Texts, numbers and
// pictures, made by the core when the page was built, are fetched when the box is first opened.
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import first from '../../../docs/examples/first.py?raw';
import { plural } from '../format';
import { dispatch, state } from '../store';
import { Dialog } from '../views/Dialog';
import { menuOpen } from '../views/Help';
import { Icon } from '../views/icons';
import { IconButton } from '../views/parts';
import { kEntries, matches, type Entry, type Example, type GallerySet } from './entries';

export const galleryOpen = signal(false);

const kSets: readonly GallerySet[] = ['Learn', 'Why cut?', 'Big'];
/** By file; null until they are there. */
const examples = signal<Readonly<Record<string, Example>> | null>(null);
const failed = signal(false);

async function fetchExamples(): Promise<void> {
  try {
    failed.value = false;
    examples.value = (await import('virtual:gallery')).kExamples;
  } catch {
    failed.value = true;
  }
}

function open(entry: Entry, { text }: Example): void {
  galleryOpen.value = false;
  menuOpen.value = false;
  dispatch({ type: 'open', text, name: entry.title });
}

/** The set is told where the name is an example's. */
function nameNow(): string {
  const { name } = state.value;
  const known = kEntries.find((entry) => entry.title === name);
  return known ? `${known.set.replace('?', '')}: ${name}` : name || 'Examples';
}

export function ExamplePicker() {
  return (
    <button type="button" class="button picker" aria-haspopup="dialog" title="Open an example (e)" onClick={() => (galleryOpen.value = true)}>
      <span>{nameNow()}</span><Icon name="chevron" />
    </button>
  );
}

/** What is shown to somebody who comes for the first time. */
export function firstExample(): { text: string; name: string } {
  return { name: kEntries[0].title, text: first };
}

function Card({ entry, facts }: { entry: Entry; facts: Example }) {
  return (
    <li>
      <button type="button" class="example" onClick={() => open(entry, facts)}>
        <span class="example-picture"><img src={`data:image/svg+xml,${encodeURIComponent(facts.svg)}`} alt="" loading="lazy" /></span>
        <b>{entry.title}</b>
        <span class="example-numbers">{plural(facts.ops, 'op')} <Icon name="arrow" /><span class="visually-hidden">become</span> {plural(facts.kernels, 'kernel')}{facts.cuts > 0 && `, ${plural(facts.cuts, 'cut')}`}</span>
        <span class="example-about">{facts.about}</span>
        <span class="example-tags">{entry.tags.map((tag) => <span key={tag} class="tag">{tag}</span>)}</span>
      </button>
    </li>
  );
}

export function Gallery() {
  const [filter, setFilter] = useState('');
  const all = examples.value;
  useEffect(() => {
    if (galleryOpen.value && !examples.value) void fetchExamples();
  }, [galleryOpen.value]);
  if (!galleryOpen.value) return null;
  const close = () => (galleryOpen.value = false);
  const shown = all ? kEntries.filter((entry) => matches(filter, [entry.title, entry.set, entry.file, all[entry.file].about, ...entry.tags])) : [];
  return (
    <Dialog label="Examples" class="sheet gallery" onClose={close}>
      <div class="pane-head"><h2>Examples</h2><span class="grow" />
        <label class="filter"><Icon name="search" /><span class="visually-hidden">Filter examples</span>
          <input type="search" placeholder="Filter" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} /></label>
        <IconButton icon="close" label="Close" onClick={close} /></div>
      {all && kSets.map((set) => {
        const own = shown.filter((entry) => entry.set === set);
        return own.length > 0 && (
          <section key={set} class="example-set"><h3>{set}</h3><ul>{own.map((entry) => <Card key={entry.file} entry={entry} facts={all[entry.file]} />)}</ul></section>
        );
      })}
      {all && shown.length === 0 && <p class="tab-note">No example matches.</p>}
      {!all && <p class="tab-note" role="status">{failed.value ? 'The examples could not be loaded.' : 'Loading the examples'}</p>}
    </Dialog>
  );
}
