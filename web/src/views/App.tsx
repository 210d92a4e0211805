// The page as a whole: bars, panes and what floats above them.
import { good } from '../store';
import { Inspector } from '../inspector/Inspector';

export function App() {
  return (
    <div class="app">
      <pre>{JSON.stringify(good.value?.response.summary ?? good.value?.response.segments?.length)}</pre>
      <section class="pane inspector" aria-label="Inspector"><Inspector /></section>
    </div>
  );
}
