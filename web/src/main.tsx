// Starts the page: what the address or the last visit left, the first draw, then the core and the editor.
import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/floating.css';
import './style/graph.css';
import { followState } from './analysis';
import { handleKey } from './commands';
import { wantShortSlices } from './editor/short_slices';
import { inTextField, listenForIntake } from './intake';
import { keepText, restore } from './keep';
import { registerPageCommands } from './page_commands';
import { keepOffline } from './offline';
import { offerProbe } from './probe';
import { client, dispatch } from './store';
import { applyTheme } from './theme';
import { App } from './views/App';

wantShortSlices();
applyTheme();
registerPageCommands();
offerProbe();
render(<App />, document.getElementById('app')!);
listenForIntake();
// A dialog has its own keys.
addEventListener('keydown', (event) => !document.querySelector('dialog[open]') && handleKey(event, inTextField(event)));
client.onUnavailable = (message) => dispatch({
  type: 'notice',
  notice: { tone: 'err', icon: 'err', title: 'The analyser could not be loaded',
    text: `${message}. The text is kept and can be edited; WebAssembly may be blocked here. The command line does the same: cleave explain FILE.`,
    action: { label: 'Try again', command: 'analyse' } },
});
void restore().then(() => {
  keepText();
  followState();
  keepOffline();
});
