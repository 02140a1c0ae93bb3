import type { Settings } from '../../index.ts';
import { createStore } from '../ui/store.ts';

/** The settings as form values, where a number may be empty. */
export type Fields = { [N in keyof Settings]: Settings[N] extends number ? number | string : Settings[N] };
export type FieldName = keyof Fields;

/** The unsaved changes, kept while other tabs or screens are open. */
export const changes = createStore<Partial<Fields>>({});

/** Records the value of a field, unless it equals the saved one. */
export function change<N extends FieldName>(saved: Fields, name: N, value: Fields[N]): void {
  const { [name]: _, ...others } = changes.get();
  changes.set(JSON.stringify(value) === JSON.stringify(saved[name]) ? others : { ...others, [name]: value });
}

/** Removes changes that were saved or discarded; a field that has been edited since keeps its change. */
export function removeChanges(done: Partial<Fields>): void {
  const kept = Object.entries(changes.get()).filter(([name, value]) => done[name as FieldName] !== value);
  changes.set(Object.fromEntries(kept));
}

window.addEventListener('beforeunload', (event) => {
  if (Object.keys(changes.get()).length > 0) event.preventDefault();
});
