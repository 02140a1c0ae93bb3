import type { EditorState, TransactionSpec } from '@codemirror/state';

import { withSize, type ImageSize } from '../../../shared/image-size.ts';
import type { Media } from '../../index.ts';
import { mediaMarkdown, urlInPosts, withAlt } from '../uploads/markdown.ts';
import { formatMessage } from '../translations/format-message.ts';
import { currentLanguage } from '../translations/language.ts';
import { currentTranslations } from '../translations/translations.ts';
import { addUploads, allUploads, onUploads, type Upload, type UploadOptions } from '../uploads/queue.ts';
import { findPastedName } from '../uploads/transferred-files.ts';
import { difference } from './markdown/difference.ts';
import { replacePlaceholder, addPlaceholders, type Placeholder } from './markdown/placeholders.ts';
import type { EditorDocument } from './document.ts';
import { keepLineEndings, withLineFeeds } from '../device/unsaved/line-endings.ts';
import { isSecret } from './keep-on-device.ts';

/** The owner of the uploads into the text of a document. */
export const textOwner = ({ key }: EditorDocument) => `${key} text`;

/**
 * Uploads files into the text: each has a placeholder until its Markdown replaces it. Images come before other files, so
 * that several of them are one gallery.
 *
 * @param at where in the text; default: at the cursor
 */
export function uploadToText(document: EditorDocument, files: readonly File[], at?: number): void {
  const isImage = ({ type }: File) => type.startsWith('image/');
  const sorted = [...files.filter(isImage), ...files.filter((file) => !isImage(file))];
  const newUploads = upload(document, sorted, (media) => markdownFor(document, media));
  updateText(document, (state) => addPlaceholders(state, at ?? state.selection.main.head, newUploads));
}

/** An image that belongs to a pasted text. */
export interface PastedImage {
  file: File;
  at: number;
  /** Its Markdown up to its URL, and behind it. */
  before: string;
  after: string;
}

/** Uploads the images of a text that was just pasted. */
export function uploadPasted(document: EditorDocument, images: readonly PastedImage[]): void {
  for (const { file, at, before, after } of images) {
    const [made] = upload(document, [file], (media) => `${before}${urlFor(document, media)}${after}`);
    if (made) updateText(document, (state) => addPlaceholders(state, at, [{ ...made, isPartOfText: true }]));
  }
}

/** Uploads files, and makes their placeholders. */
function upload(document: EditorDocument, files: readonly File[], write: (media: Media) => string): Placeholder[] {
  const settled: UploadOptions['settled'] = (id, stored) => {
    const text = stored ? write(stored.media) : '';
    updateText(document, (state) => replacePlaceholder(state, id, text));
  };
  const ids = addUploads(files, { owner: textOwner(document), name: findPastedName(files), settled });
  return ids.map((id) => ({ id, draw: (place) => drawUpload(place, id) }));
}

/** Inserts a file of the library at the cursor. */
export function insertMedia(document: EditorDocument, media: Media): void {
  updateText(document, (state) => state.replaceSelection(markdownFor(document, media)));
}

/** Writes the alternative text of an uploaded image into the text. */
export function describeInText(document: EditorDocument, media: Media, alt: string): void {
  updateText(document, ({ doc }) => {
    const text = doc.toString();
    return { changes: difference(text, withAlt(text, urlInPosts(media), alt)), userEvent: 'input' };
  });
}

function markdownFor(document: EditorDocument, media: Media): string {
  return mediaMarkdown(media, sizeFor(document, media));
}

/** The URL by which a text refers to an image. */
export function urlFor(document: EditorDocument, media: Media): string {
  const size = sizeFor(document, media);
  return size ? withSize(urlInPosts(media), size) : urlInPosts(media);
}

/** The service cannot read a protected text, so the text itself has to say how large its images are. */
function sizeFor(document: EditorDocument, { width, height }: Media): ImageSize | undefined {
  return isSecret(document) && width && height ? { width, height } : undefined;
}

/** Changes the text, whether its editor is on the screen or not. */
export function updateText(document: EditorDocument, change: (state: EditorState) => TransactionSpec | null): void {
  const { view, code } = document;
  if (view) {
    const spec = change(view.state);
    if (spec) view.dispatch(spec);
    return;
  }
  if (!code) return;
  const { content } = document.state().fields;
  const { state } = code.update({ changes: difference(code.doc.toString(), withLineFeeds(content)) });
  const spec = change(state);
  document.code = spec ? state.update(spec).state : state;
  document.change({ content: keepLineEndings(content, document.code.doc.toString()) });
}

function drawUpload(place: HTMLElement, id: string): () => void {
  const draw = () => {
    const upload = allUploads().find((one) => one.id === id);
    if (!upload) return;
    place.dataset['state'] = upload.state;
    place.textContent = labelOf(upload);
  };
  draw();
  return onUploads(draw);
}

function labelOf({ name, state, part }: Upload): string {
  const t = currentTranslations().uploads;
  if (state === 'failed') return formatMessage(t.notUploaded, { name });
  const percent = new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(part);
  return formatMessage(t.placeholder, { name, state: state === 'waiting' ? t.waiting : percent });
}
