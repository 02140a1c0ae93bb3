import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

import { withSize } from '../../../../shared/image-size.ts';
import { measure } from '../../ui/measure.ts';
import { transferredFiles } from '../../uploads/transferred-files.ts';
import { isInCode } from './in-code.ts';

const URL_PATTERN = /^https?:\/\/\S+$/;
const IMAGE_PATTERN = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** Receives files and their position in the text. */
export type TakeFiles = (files: File[], at: number) => void;

/** Formatted text of the clipboard. */
export interface FormattedText {
  html: string;
  /** The same in Rich Text Format, and as plain text; "" when there is none. */
  rtf: string;
  plain: string;
}

/** Receives formatted text and the range that it replaces. */
export type TakeFormatted = (text: FormattedText, range: { from: number; to: number }) => void;

interface Takers {
  files: TakeFiles;
  formatted: TakeFormatted;
}

/**
 * Turns a pasted or dropped image URL into an image, and a URL pasted over selected text into a link. In code, the
 * browser pastes plain text.
 *
 * @param take receives pasted and dropped files, and pasted text with formatting
 */
export function handlePaste(take: Takers): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const { from, to } = view.state.selection.main;
      const { clipboardData: data } = event;
      if (isInCode(view.state, from)) return takeFiles(take.files, event, data, to);
      return (
        put(view, event, data, from, to) ||
        takeFiles(take.files, event, data, to) ||
        takeFormatted(take.formatted, event, { from, to })
      );
    },
    drop(event, view) {
      const { clientX: x, clientY: y, dataTransfer: data } = event;
      const at = view.posAtCoords({ x, y }) ?? view.state.selection.main.head;
      return put(view, event, data, at, at) || takeFiles(take.files, event, data, at);
    },
  });
}

function takeFiles(take: TakeFiles, event: Event, data: DataTransfer | null, at: number): boolean {
  const files = transferredFiles(data);
  if (files.length === 0) return false;
  event.preventDefault();
  take(files, at);
  return true;
}

function takeFormatted(take: TakeFormatted, event: ClipboardEvent, range: { from: number; to: number }): boolean {
  const { clipboardData: data } = event;
  const html = data?.getData('text/html') ?? '';
  // The HTML of code editors only colours plain text.
  if (!data || html === '' || data.types.includes('vscode-editor-data')) return false;
  event.preventDefault();
  take({ html, rtf: data.getData('text/rtf'), plain: data.getData('text/plain') }, range);
  return true;
}

function put(view: EditorView, event: Event, data: DataTransfer | null, from: number, to: number): boolean {
  const chosen = view.state.sliceDoc(from, to);
  const insert = data && markdownOf(data, chosen);
  if (!data || !insert) return false;
  event.preventDefault();
  const selection = { anchor: from + insert.length };
  view.dispatch({ changes: { from, to, insert }, selection, userEvent: 'input.paste', scrollIntoView: true });
  view.focus();
  if (insert.startsWith('!')) void addSize(view, urlIn(data));
  return true;
}

/** Appends the size of an image to its URL once it is known, wherever the URL is by then. */
async function addSize(view: EditorView, url: string): Promise<void> {
  const size = await measure(url);
  const written = escaped(url);
  const end = `](${written}`;
  const at = view.state.doc.toString().indexOf(`${end})`);
  if (!size || at < 0) return;
  const insert = withSize(written, size).slice(written.length);
  view.dispatch({ changes: { from: at + end.length, insert }, userEvent: 'input.paste' });
}

/** Null to paste without changes. */
function markdownOf(data: DataTransfer, chosen: string): string | null {
  const url = urlIn(data);
  if (!URL_PATTERN.test(url)) return null;
  const written = escaped(url);
  if (chosen !== '' && !chosen.includes('\n')) return URL_PATTERN.test(chosen) ? null : `[${chosen}](${written})`;
  // Images dragged from a page carry their element, whatever their URL looks like.
  const isPicture = IMAGE_PATTERN.test(new URL(url).pathname) || isOnlyPicture(data.getData('text/html'));
  return isPicture ? `![](${written})` : null;
}

function isOnlyPicture(html: string): boolean {
  return /<img\b/i.test(html) && /^\s*(?:<[^>]+>\s*)*$/.test(html);
}

function urlIn(data: DataTransfer): string {
  return (data.getData('text/uri-list') || data.getData('text/plain')).trim();
}

/** Parentheses would end the URL in Markdown. */
function escaped(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29');
}
