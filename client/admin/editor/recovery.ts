import { adopt, forget, keep, storedTexts, newKey, type StoredText } from './device.ts';
import { isUnsaved, type DocumentState, type EditorDocument } from './document.ts';
import { areSame } from './fields.ts';
import { isSecret } from './keep-on-device.ts';
import { trackSent } from './in-flight.ts';

/** The recoverable texts of other windows, the newest first. Deletes those that equal the screen. */
export async function findRecoverable(document: EditorDocument): Promise<StoredText[]> {
  const others = (await storedTexts(document.state().id)).filter(({ key }) => key !== document.key);
  const { fields } = document.state();
  const left = others.map((kept) => recovered(kept, document.state()));
  const isNews = (kept: StoredText) => !areSame(kept.fields, fields);
  for (const kept of left) if (!isNews(kept)) forget(kept.id, kept.key);
  return left.filter(isNews);
}

/** Restores a text to the screen. This window takes over its storage, unless the post is protected now. */
export function restore(document: EditorDocument, kept: StoredText): void {
  const { id, version, saved, copyFrom, isBaseKnown } = document.state();
  stashScreen(document);
  // With what it began with, so that saving combines it with what has been saved since.
  const isOld = id !== null && kept.version < version;
  const isOther = isOld || (kept.copyFrom !== undefined && kept.copyFrom !== copyFrom);
  document.set({
    version: isOld ? kept.version : version,
    saved: (isOther && kept.saved) || saved,
    copyFrom: isOther ? (kept.copyFrom ?? copyFrom) : copyFrom,
    isBaseKnown: isOther ? kept.saved !== undefined : isBaseKnown,
  });
  document.change(kept.fields);
  if (kept.sent) trackSent(document, 'save', kept.sent);
  if (isSecret(document)) forget(kept.id, kept.key);
  else adopt(kept, document);
}

/** Stores the unsaved text of the screen under a key of its own. */
function stashScreen(document: EditorDocument): void {
  const { id, version, fields, saved, copyFrom, createdAt } = document.state();
  if (!isUnsaved(document.state()) || isSecret(document)) return;
  // The status line reports failures when the next text is stored.
  const began = { version, saved, copyFrom, createdAt, excerpt: saved.excerpt };
  keep({ key: newKey(), id, ...began, at: Date.now(), fields }).catch(() => undefined);
}

/** An untouched excerpt stays the one that the service generates. */
function recovered(kept: StoredText, { id, fields, saved }: DocumentState): StoredText {
  const { excerpt: there = '', fields: mine } = kept;
  const isUntouched = id !== null && mine.excerpt === there;
  const excerpt = isUntouched ? saved.excerpt : mine.excerpt;
  // An older version of the app stored fewer fields.
  const back = { ...fields, ...mine, excerpt, slug: id ?? mine.slug, protected: fields.protected };
  return { ...kept, fields: back, excerpt: isUntouched ? excerpt : there };
}
