import { isolateHistory } from '@codemirror/commands';
import type { EditorState, TransactionSpec } from '@codemirror/state';

import type { Pasted } from '../../importers/pasted/pasted-html.ts';
import { loadFile } from '../api/load-file.ts';
import { formatMessage } from '../translations/format-message.ts';
import { currentTranslations } from '../translations/translations.ts';
import { notifyFailure, notifyProblem } from '../ui/notify.ts';
import { heldRange, holdRange, releaseRange } from './markdown/held-ranges.ts';
import { asParagraph } from './markdown/paragraph.ts';
import type { FormattedText } from './markdown/pasting.ts';
import type { EditorDocument } from './document.ts';
import { updateText, uploadPasted, type PastedImage } from './text-uploads.ts';

let pastes = 0;

/**
 * Pastes formatted text as Markdown, in one step that can be undone. Its images are uploaded; each is a step of its own,
 * because it comes later. Text that cannot be converted is pasted as plain text.
 */
export async function pasteFormatted(
  document: EditorDocument,
  copied: FormattedText,
  range: { from: number; to: number },
): Promise<void> {
  const id = `paste-${++pastes}`;
  updateText(document, () => holdRange(id, range));
  const pasted = await convert(copied);
  const { text, images } = pasted ? withoutImages(pasted) : { text: copied.plain, images: [] };
  let start = 0;
  updateText(document, (state) => {
    const { from = 0, to = 0 } = heldRange(state, id) ?? {};
    const place = pasted?.isInline === false ? blockPlace(state, { from, to }, text) : { from, to };
    const insert = !pasted
      ? text
      : pasted.isInline
        ? withSpaces(text, copied.plain)
        : asParagraph(state.doc, place, text);
    start = place.from + insert.indexOf(text);
    return { ...replacement(state, place, insert), effects: releaseRange(id) };
  });
  uploadPasted(
    document,
    images.map((image) => ({ ...image, at: start + image.at })),
  );
  if (pasted && pasted.missing > 0) notifyMissing(pasted.missing);
}

async function convert({ html, rtf }: FormattedText): Promise<Pasted | null> {
  try {
    const { pastedToMarkdown } = await loadFile(() => import('../../importers/pasted/pasted-html.ts'));
    return pastedToMarkdown(html, rtf);
  } catch (error) {
    notifyFailure(error);
    return null;
  }
}

/** Takes the images that are to be uploaded out of the Markdown; each is inserted at its place later. */
function withoutImages({ markdown, files }: Pasted): { text: string; images: PastedImage[] } {
  const images: PastedImage[] = [];
  let text = '';
  let end = 0;
  for (const found of markdown.matchAll(/(!\[(?:\\.|[^[\]\\])*\]\()pasted:(\d+)((?: "(?:\\.|[^"\\])*")?\))/g)) {
    const [whole, before = '', number, after = ''] = found;
    text += markdown.slice(end, found.index);
    end = found.index + whole.length;
    const file = files[Number(number)];
    if (file) images.push({ file, at: text.length, before, after });
  }
  return { text: text + markdown.slice(end), images };
}

/** A pasted list takes the place of an empty item. */
function blockPlace({ doc }: EditorState, { from, to }: { from: number; to: number }, text: string) {
  const line = doc.lineAt(from);
  const isEmptyItem = from === to && to === line.to && /^(?:[-*+]|\d+[.)])\s+$/.test(line.text);
  return isEmptyItem && /^(?:[-*+]|\d+[.)])\s/.test(text) ? { from: line.from, to } : { from, to };
}

/** With the space at both ends of the copied words. */
function withSpaces(text: string, plain: string): string {
  return `${/^ ?/.exec(plain)![0]}${text}${/ ?$/.exec(plain)![0]}`;
}

function replacement(state: EditorState, { from, to }: { from: number; to: number }, insert: string): TransactionSpec {
  const changes = state.changes({ from, to, insert });
  return {
    changes,
    selection: state.selection.map(changes, 1),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  };
}

function notifyMissing(count: number): void {
  notifyProblem(formatMessage(currentTranslations().editor.missingImages, { count }));
}
