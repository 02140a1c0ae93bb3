import type { ChangeSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

import { heldRange, holdRange, releaseRange } from '../../markdown/held-ranges.ts';
import { findMovable, planRemoval } from '../blocks/move-block.ts';
import { readPictures, writePicture, type Picture } from './read-pictures.ts';

/** The pictures of a block: an element that shows them, and its Markdown. */
export interface ShownPictures {
  place: HTMLElement;
  source: string;
}

/** Where the Markdown of shown pictures begins; null when the text has changed since. */
export function findStart(view: EditorView, { place, source }: ShownPictures): number | null {
  const at = view.posAtDOM(place);
  // While it is open, the pictures stand below their Markdown.
  const start = place.classList.contains('live-open') ? at - source.length : at;
  return start >= 0 && view.state.sliceDoc(start, start + source.length) === source ? start : null;
}

/** Changes a picture, and nothing else. */
export function changePicture(view: EditorView, shown: ShownPictures, at: number, changed: Partial<Picture>): void {
  const picture = readPictures(shown.source)[at];
  const start = findStart(view, shown);
  if (!picture || start === null) return;
  const insert = writePicture({ ...picture, ...changed });
  if (insert === shown.source.slice(picture.from, picture.to)) return;
  view.dispatch({
    changes: { from: start + picture.from, to: start + picture.to, insert },
    userEvent: 'input',
  });
}

/** Moves a picture to another place of its gallery. What stands between the pictures stays where it is. */
export function movePicture(view: EditorView, shown: ShownPictures, at: number, to: number): void {
  const { source } = shown;
  const pictures = readPictures(source);
  const start = findStart(view, shown);
  if (start === null || at === to || !pictures[at] || !pictures[to]) return;
  const texts = pictures.map(({ from, to: end }) => source.slice(from, end));
  texts.splice(to, 0, ...texts.splice(at, 1));
  const changes = pictures.flatMap(({ from, to: end }, place): ChangeSpec[] =>
    texts[place] === source.slice(from, end) ? [] : [{ from: start + from, to: start + end, insert: texts[place]! }],
  );
  view.dispatch({ changes, userEvent: 'move.drop' });
}

/** Removes a picture; the last one of a block with the blank lines below it. */
export function removePicture(view: EditorView, shown: ShownPictures, at: number): void {
  const removal = removalIn(view, shown, at);
  if (!removal) return;
  view.dispatch({ changes: removal, userEvent: 'delete' });
  view.focus();
}

function removalIn(view: EditorView, shown: ShownPictures, at: number): ChangeSpec | null {
  const pictures = readPictures(shown.source);
  const picture = pictures[at];
  const start = findStart(view, shown);
  if (!picture || start === null) return null;
  const [before, after] = [pictures[at - 1], pictures[at + 1]];
  if (before) return { from: start + before.to, to: start + picture.to };
  if (after) return { from: start + picture.from, to: start + after.from };
  const block = findMovable(view.state, start);
  return block && planRemoval(view.state, block);
}

/** Moves a picture beside one of another block, so that both are one gallery. */
export function joinPicture(
  view: EditorView,
  [shown, at]: [ShownPictures, number],
  [target, place]: [ShownPictures, number],
  isAfter: boolean,
): void {
  const picture = readPictures(shown.source)[at];
  const beside = readPictures(target.source)[place];
  const start = findStart(view, target);
  const removal = removalIn(view, shown, at);
  if (!picture || !beside || start === null || !removal) return;
  const text = shown.source.slice(picture.from, picture.to);
  const insertion = isAfter
    ? { from: start + beside.to, insert: `\n${text}` }
    : { from: start + beside.from, insert: `${text}\n` };
  view.dispatch({ changes: [removal, insertion], userEvent: 'move.drop' });
}

let requested = 0;

/**
 * Has the image of a picture exchanged for another one, while the text may change.
 *
 * @param request asks for the URL
 */
export function exchangeImage(
  view: EditorView,
  shown: ShownPictures,
  at: number,
  request: (url: string, chosen: (url: string | null) => void) => void,
): void {
  const picture = readPictures(shown.source)[at];
  const start = findStart(view, shown);
  if (!picture || start === null) return;
  const id = `picture ${(requested += 1)}`;
  view.dispatch(holdRange(id, { from: start + picture.from, to: start + picture.to }));
  request(picture.url, (url) => {
    const range = heldRange(view.state, id);
    const effects = releaseRange(id);
    const [now] = range ? readPictures(view.state.sliceDoc(range.from, range.to)) : [];
    if (url === null || !range || !now) return view.dispatch({ effects });
    const insert = writePicture({ ...now, url });
    view.dispatch({ changes: { from: range.from, to: range.to, insert }, effects, userEvent: 'input' });
    view.focus();
  });
}
