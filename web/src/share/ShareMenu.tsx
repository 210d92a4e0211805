// The ways out of the page, as the toolbar and the panes show them, and the way in by a link.
import { signal } from '@preact/signals';
import '../style/share.css';
import { run } from '../commands';
import { galleryOpen } from '../gallery/Gallery';
import { findRunner, tokenIn } from '../inspector/local_runner';
import type { Selection } from '../selection';
import type { Options, Tab } from '../state';
import { dispatch } from '../store';
import { Dialog } from '../views/Dialog';
import { Icon } from '../views/icons';
import { Button, IconButton } from '../views/parts';
import { followAddress } from './address';
import { registerExports } from './exports';
import { readFragment } from './fragment';
import { MenuButton, type MenuItem } from './Menu';

const exportOpen = signal(false);

registerExports(() => (galleryOpen.value = true), () => (exportOpen.value = true));

const item = (title: string, note: string, command: string): MenuItem => ({ title, note, run: () => run(command) });

const kExports: readonly MenuItem[] = [
  item('Copy as Markdown', 'for an issue', 'copy_issue'),
  item('HTML report', 'one file that opens alone', 'download_report'),
  item('PNG', 'the graph', 'download_png'),
  item('SVG', 'the graph', 'download_svg'),
  item('DOT', 'for Graphviz', 'download_dot'),
  item('JSON', 'the whole result', 'download_json'),
  item('Command line', 'copies it', 'copy_command'),
];

export function ShareButton() {
  return <Button icon="share" title="Copy a link to this state (Ctrl+S)" onClick={() => run('copy_link')}>Share</Button>;
}

export function ExportButton() {
  return <MenuButton label="Export" class="button" items={kExports}><Icon name="export" /><span>Export</span></MenuButton>;
}

/** All ways out as a box, for screens whose toolbar has no room for the menu. */
export function ExportDialog() {
  if (!exportOpen.value) return null;
  const close = () => (exportOpen.value = false);
  return (
    <Dialog label="Export" class="menu" onClose={close}>
      <div class="pane-head"><h2>Export</h2><span class="grow" /><IconButton icon="close" label="Close" onClick={close} /></div>
      <div class="menu-body">{kExports.map((each) => <Button key={each.title} onClick={() => { close(); each.run(); }}>{each.title}</Button>)}</div>
    </Dialog>
  );
}

/** What else can be done with the segment that a pane shows. */
export function MoreMenu() {
  return (
    <MenuButton label="More" class="icon-button" up items={[
      item('Download the repro', '', 'download_repro'), item('Copy the definition', '', 'copy_definition'),
      item('Copy the command line', '', 'copy_command'), item('HTML report', '', 'download_report'),
    ]}><Icon name="more" /></MenuButton>
  );
}

/** What the address says is to be shown; null where it says nothing. A link that cannot be read is told. */
export async function openFromUrl(): Promise<
  { text: string; name: string; options?: Options; selection?: Selection | null; tab?: Tab } | null
> {
  void findRunner(location.hash);
  if (tokenIn(location.hash)) history.replaceState(null, '', location.pathname + location.search);
  followAddress();
  if (location.hash.length <= 1) return null;
  const read = await readFragment(location.hash);
  if (read.ok) return read.shared;
  history.replaceState(null, '', location.pathname + location.search);
  // After what is opened instead: that ends earlier notices.
  setTimeout(() => dispatch({ type: 'notice', notice: { tone: 'err', icon: 'err', title: read.title, text: read.text } }));
  return null;
}
