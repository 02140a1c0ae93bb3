import { isTyping } from './is-typing.ts';

/** Something that can be undone. */
interface Undoable {
  /** When it was done, in milliseconds since 1970. */
  at: number;
  undo: () => void;
}

/** Reads the last thing of a kind that can be undone. */
type Source = () => Undoable | undefined;

const sources: Source[] = [];

/** Lets the key `z` undo things of a kind. It undoes one thing: the last of all kinds. */
export function undoByKey(source: Source): void {
  if (sources.length === 0) window.addEventListener('keydown', onKey);
  sources.push(source);
}

function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (key !== 'z' || ctrlKey || metaKey || altKey || defaultPrevented || isTyping(event)) return;
  const [last] = sources.flatMap((read) => read() ?? []).toSorted((one, other) => other.at - one.at);
  if (!last) return;
  event.preventDefault();
  last.undo();
}
