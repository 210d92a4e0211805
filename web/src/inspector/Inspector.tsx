// The Inspector: what is known about the selection, in five tabs.
import { tab } from '../store';

export function Inspector() {
  return <p>{tab.value}</p>;
}
