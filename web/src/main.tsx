// Starts the page: what the address or the last visit left, the first draw, then the core and the editor.
import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import { App } from './views/App';
import { followState } from './analysis';
import { restore, keepText } from './keep';
import { applyTheme } from './theme';

applyTheme();
render(<App />, document.getElementById('app')!);
restore().then(() => {
  keepText();
  followState();
});
