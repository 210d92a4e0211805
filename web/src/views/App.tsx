// The page as a whole: bars, panes and what floats above them.
import { Inspector } from '../inspector/Inspector';
import { PreviewBar } from '../inspector/PreviewBar';
import { Gallery } from '../gallery/Gallery';
import { ExportDialog } from '../share/ShareMenu';
import { DefinitionPane } from '../editor/DefinitionPane';
import { GraphPane } from '../graph/GraphPane';
import { announcement, place, preview, problems, stale, tab, toast } from '../store';
import { Help, Menu } from './Help';
import { narrow } from './media';
import { NoticeBar } from './NoticeBar';
import { Palette } from './Palette';
import { PasteBox } from './PasteBox';
import { Problems } from './Problems';
import { Separator } from './Separator';
import { SelectionSheet } from './Sheet';
import { StatusBar } from './StatusBar';
import { Strip } from './Strip';
import { TabBar } from './TabBar';
import { Toolbar } from './Toolbar';

function Panes() {
  return (
    <main class="panes" data-tab={tab.value} data-place={place.value}>
      <section class="pane definition" aria-label="Definition" data-pane><DefinitionPane /></section>
      <Separator place="first" />
      <section class={`pane graph ${stale.value ? 'stale' : ''}`} aria-label="Graph" data-pane><GraphPane /></section>
      <Separator place="second" />
      <section class={`pane inspector ${stale.value ? 'stale' : ''}`} aria-label="Inspector" data-pane tabIndex={-1}><Inspector /></section>
    </main>
  );
}

export function App() {
  return (
    <div class="app">
      <Toolbar />
      <Strip />
      {preview.value && <PreviewBar />}
      <NoticeBar />
      <Panes />
      {problems.value && <Problems />}
      <SelectionSheet />
      <StatusBar />
      {narrow.value && <TabBar />}
      <Palette />
      <Help />
      <Menu />
      <PasteBox />
      <Gallery />
      <ExportDialog />
      <div class="visually-hidden" aria-live="polite">{announcement.value}</div>
      {toast.value !== null && <div class="toast" aria-hidden="true">{toast.value}</div>}
    </div>
  );
}
