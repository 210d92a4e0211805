// The tabs at the bottom of a narrow screen.
import type { Place } from '../state';
import { dispatch, place } from '../store';

const kPlaces: readonly (readonly [Place, string])[] = [
  ['definition', 'Definition'], ['graph', 'Graph'], ['segments', 'Segments'], ['why', 'Why'], ['code', 'Code'],
];

export function TabBar() {
  return (
    <nav class="tabbar" aria-label="Panes">
      {kPlaces.map(([value, words]) => (
        <button type="button" key={value} aria-current={place.value === value ? 'true' : undefined}
          onClick={() => dispatch({ type: 'place', place: value })}>{words}</button>
      ))}
    </nav>
  );
}
