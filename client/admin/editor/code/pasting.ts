import { EditorView } from '@codemirror/view';

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
  if (!insert) return false;
  event.preventDefault();
  const selection = { anchor: from + insert.length };
  view.dispatch({ changes: { from, to, insert }, selection, userEvent: 'input.paste', scrollIntoView: true });
  view.focus();
  return true;
}

/** Null for what is pasted as it is. */
function markdownOf(data: DataTransfer, chosen: string): string | null {
  const address = (data.getData('text/uri-list') || data.getData('text/plain')).trim();
  if (!ADDRESS.test(address)) return null;
  const written = address.replaceAll('(', '%28').replaceAll(')', '%29');
  if (chosen !== '' && !chosen.includes('\n')) return ADDRESS.test(chosen) ? null : `[${chosen}](${written})`;
  // Pictures that are dragged out of a page bring their element along, whatever their address looks like.
  const isPicture =
    PICTURE.test(new URL(address).pathname) ||
    /^\s*(?:<[^>]+>\s*)*<img\b[^>]*>\s*(?:<[^>]+>\s*)*$/i.test(data.getData('text/html'));
  return isPicture ? `![](${written})` : null;
}
