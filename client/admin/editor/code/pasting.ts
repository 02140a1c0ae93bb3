import { EditorView } from '@codemirror/view';

import { withSize } from '../../../../shared/image-size.ts';
import { measure } from '../../ui/measure.ts';

const ADDRESS = /^https?:\/\/\S+$/;
const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** The address of a picture that is pasted or dropped becomes a picture; an address over selected text a link. */
export const pasting = EditorView.domEventHandlers({
  paste(event, view) {
    const { from, to } = view.state.selection.main;
    return put(view, event, event.clipboardData, from, to);
  },
  drop(event, view) {
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.head;
    return put(view, event, event.dataTransfer, at, at);
  },
});

function put(view: EditorView, event: Event, data: DataTransfer | null, from: number, to: number): boolean {
  const chosen = view.state.sliceDoc(from, to);
  const insert = data && markdownOf(data, chosen);
  if (!data || !insert) return false;
  event.preventDefault();
  const selection = { anchor: from + insert.length };
  view.dispatch({ changes: { from, to, insert }, selection, userEvent: 'input.paste', scrollIntoView: true });
  view.focus();
  if (insert.startsWith('!')) void addSize(view, addressIn(data));
  return true;
}

/** Puts the size of a picture behind its address once it is known, wherever it stands by then. */
async function addSize(view: EditorView, address: string): Promise<void> {
  const size = await measure(address);
  const written = escaped(address);
  const end = `](${written}`;
  const at = view.state.doc.toString().indexOf(`${end})`);
  if (!size || at < 0) return;
  const insert = withSize(written, size).slice(written.length);
  view.dispatch({ changes: { from: at + end.length, insert }, userEvent: 'input.paste' });
}

/** Null for what is pasted as it is. */
function markdownOf(data: DataTransfer, chosen: string): string | null {
  const address = addressIn(data);
  if (!ADDRESS.test(address)) return null;
  const written = escaped(address);
  if (chosen !== '' && !chosen.includes('\n')) return ADDRESS.test(chosen) ? null : `[${chosen}](${written})`;
  // Pictures that are dragged out of a page bring their element along, whatever their address looks like.
  const isPicture =
    PICTURE.test(new URL(address).pathname) ||
    /^\s*(?:<[^>]+>\s*)*<img\b[^>]*>\s*(?:<[^>]+>\s*)*$/i.test(data.getData('text/html'));
  return isPicture ? `![](${written})` : null;
}

function addressIn(data: DataTransfer): string {
  return (data.getData('text/uri-list') || data.getData('text/plain')).trim();
}

/** Parentheses would end the address in Markdown. */
function escaped(address: string): string {
  return address.replaceAll('(', '%28').replaceAll(')', '%29');
}
