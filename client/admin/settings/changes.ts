import type { Settings } from '../../index.ts';
import { createStore } from '../ui/store.ts';

/** The settings as fields hold them while somebody types: a number may be missing. */
export type Fields = Omit<Settings, 'previewDays' | 'feedItems'> & {
  previewDays: number | string;
  feedItems: number | string;
};
export type FieldName = keyof Fields;

/** What differs from the settings in force and is not saved: kept while somebody looks at another part, or screen. */
export const changes = createStore<Partial<Fields>>({});

/** Notes what a field holds; what is saved already is no change. */
export function change<N extends FieldName>(saved: Fields, name: N, value: Fields[N]): void {
  const { [name]: _, ...others } = changes.get();
  changes.set(value === saved[name] ? others : { ...others, [name]: value });
}

/** Forgets changes, for when they are saved or given up; one that was typed over meanwhile stays. */
export function forget(done: Partial<Fields>): void {
  const kept = Object.entries(changes.get()).filter(([name, value]) => done[name as FieldName] !== value);
  changes.set(Object.fromEntries(kept));
}

window.addEventListener('beforeunload', (event) => {
  if (Object.keys(changes.get()).length > 0) event.preventDefault();
});
