// What each way out of the page does: gather, ask the core where needed, give a file or copy. Says what became of it.
import { requestOf } from '../analysis';
import { register } from '../commands';
import { letter, number } from '../format';
import { knownKernels } from '../inspector/KernelTab';
import { knownRun } from '../inspector/RunTab';
import { shownCut } from '../inspector/shown';
import { scriptName } from '../inspector/segment_model';
import { client, copyText, dispatch, download, good, segment, showToast, state, tables } from '../store';
import { commandLine, fileName } from './command_line';
import { dotText } from './dot';
import { fragmentOf } from './fragment';
import { issueText } from './issue';
import { pngOf } from './picture';
import { reportHtml } from './report';

/** Links longer than this are cut short by some chats. */
const kLongLink = 8000;

const stem = () => fileName(state.peek().name).replace(/\.py$/, '');

/** Runs what may fail and says so. */
async function told(what: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    showToast(`${what} failed: ${error instanceof Error && error.message ? error.message : 'the core stopped'}`);
  }
}

export async function addressNow(): Promise<string> {
  const { text, name, options, selection, tab } = state.peek();
  const fragment = await fragmentOf({ text, name, options, selection, tab });
  return `${location.origin}${location.pathname}#${fragment}`;
}

async function copyLink(): Promise<void> {
  const address = await addressNow();
  history.replaceState(null, '', address);
  const words = `Copied the link, ${number(address.length)} characters`;
  await copyText(address, address.length > kLongLink ? `${words}: long for some chats, Export has a file` : words);
}

async function copyIssue(): Promise<void> {
  const result = good.peek();
  if (!result) return showToast('There is no result yet');
  const address = await addressNow();
  const { text, options, response } = result;
  await copyText(issueText({ text, name: state.peek().name, options, response }, address.length > kLongLink ? '' : address), 'Copied as Markdown');
}

/** The segment that a command without further words is about. */
function segmentNow(): number | null {
  const { tab } = state.peek();
  const cut = shownCut.peek();
  return tab === 'why' && cut !== null ? tables.peek().cuts[cut].from : segment.peek();
}

function scriptOf(id: number): string {
  const view = tables.peek().segments[id];
  return view.repro ?? view.definition;
}

async function drawn(): Promise<string> {
  const { text, options, expand } = state.peek();
  const { response } = await client.ask({ ...requestOf('draw', text, options), expand }, { lane: 'side' });
  if (!response.svg) throw new Error(response.diagnostics[0]?.message ?? 'there is no drawing');
  return response.svg;
}

async function downloadReport(): Promise<void> {
  const result = good.peek();
  if (!result) return showToast('There is no result yet');
  const [svg, template, link] = await Promise.all([
    drawn().catch(() => undefined),
    fetch(new URL('report.html', document.baseURI)).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error('the template is not there')))),
    addressNow(),
  ]);
  const { text, options, response } = result;
  const html = reportHtml(template, { name: state.peek().name, text, options, response, svg, kernels: knownKernels(), run: knownRun(), link });
  download(`${stem()}.html`, html, 'text/html');
}

async function downloadPng(): Promise<void> {
  const background = getComputedStyle(document.body).getPropertyValue('--sunken').trim() || '#fff';
  download(`${stem()}.png`, await pngOf(await drawn(), background), 'image/png');
}

function downloadJson(): void {
  const result = good.peek();
  if (result) download(`${stem()}.json`, JSON.stringify(result.response, null, 1), 'application/json');
}

function withSegment(act: (id: number) => void): void {
  const id = segmentNow();
  if (id === null || !tables.peek().segments[id]) return showToast('There is no segment yet');
  act(id);
}

const hasResult = () => good.peek() !== null;
const cli = (command: string) => commandLine(command, state.peek().name, state.peek().options);

export function registerExports(openGallery: () => void, openMenu: () => void): void {
  register(
    { id: 'copy_link', title: 'Copy a link to this state', keys: ['Ctrl+S'], group: 'Give away', run: () => void told('The link', copyLink) },
    { id: 'copy_issue', title: 'Copy as Markdown for an issue', group: 'Give away', enabled: hasResult, run: () => void told('The text', copyIssue) },
    { id: 'copy_repro', title: 'Copy repro of this segment', keys: ['c'], group: 'Give away', enabled: hasResult,
      run: () => withSegment((id) => void copyText(scriptOf(id), `Copied the repro of ${letter(id)}`)) },
    { id: 'download_repro', title: 'Download the repro of this segment', group: 'Give away', enabled: hasResult,
      run: () => withSegment((id) => download(scriptName(state.peek().name, id), scriptOf(id), 'text/x-python')) },
    { id: 'copy_definition', title: 'Copy the definition of this segment', group: 'Give away', enabled: hasResult,
      run: () => withSegment((id) => void copyText(tables.peek().segments[id].definition.replace(/^\n/, ''), `Copied the definition of ${letter(id)}`)) },
    { id: 'open_alone', title: 'Open this segment alone', group: 'Change', enabled: hasResult,
      run: () => withSegment((id) => dispatch({ type: 'open', text: scriptOf(id), name: `${state.peek().name}, ${letter(id)}` })) },
    { id: 'download_report', title: 'Download an HTML report', group: 'Give away', enabled: hasResult, run: () => void told('The report', downloadReport) },
    { id: 'download_png', title: 'Download the graph as PNG', group: 'Give away', enabled: hasResult, run: () => void told('The picture', downloadPng) },
    { id: 'download_svg', title: 'Download the graph as SVG', group: 'Give away', enabled: hasResult,
      run: () => void told('The drawing', async () => download(`${stem()}.svg`, await drawn(), 'image/svg+xml')) },
    { id: 'download_dot', title: 'Download the graph as DOT', group: 'Give away', enabled: hasResult, run: () => download(`${stem()}.dot`, dotText(tables.peek()), 'text/vnd.graphviz') },
    { id: 'download_json', title: 'Download the result as JSON', group: 'Give away', enabled: hasResult, run: downloadJson },
    { id: 'copy_command', title: 'Copy the command line', group: 'Give away', run: () => void copyText(cli('explain'), 'Copied the command') },
    { id: 'open_gallery', title: 'Open an example', keys: ['e'], group: 'Change', run: openGallery },
    { id: 'export_menu', title: 'All ways to export', group: 'Give away', run: openMenu },
  );
}
