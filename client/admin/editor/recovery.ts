import { adopt, forget, newKey, sealedTexts, storedTexts, type SealedText } from '../device/unsaved/texts.ts';
import { isUnsaved, type DocumentState, type EditorDocument } from './document.ts';
import { areSame } from '../device/unsaved/fields.ts';
import { isSecret, store } from './keep-on-device.ts';
import { trackSent } from './in-flight.ts';
import { canSeal, unseal, type OpenedText } from './seal.ts';

/** The unsaved texts of other windows and earlier visits. */
export interface Recoverable {
  texts: OpenedText[];
  /** Those that the password of the document does not open. */
  sealed: SealedText[];
}

/** The recoverable texts of other windows, the newest first. Deletes those that equal the screen. */
export async function findRecoverable(document: EditorDocument): Promise<Recoverable> {
  const { id } = document.state();
  const isOther = ({ key }: { key: string }) => key !== document.key;
  const texts = (await storedTexts(id)).filter(isOther);
  const all = (await sealedTexts(id)).filter(isOther);
  const { password } = document;
  const { opened, sealed } = password === null ? { opened: [], sealed: all } : await openSealed(all, password);
  return { texts: findNews(document, [...texts, ...opened]), sealed };
}

/** Opens the encrypted texts that have this password. */
export async function openSealed(all: SealedText[], password: string) {
  const found = await Promise.all(all.map((one) => unseal(one, password)));
  return { opened: found.filter((one) => one !== null), sealed: all.filter((_, at) => found[at] === null) };
}

/** The texts as the screen would have them. Deletes those that equal it. */
export function findNews(document: EditorDocument, texts: OpenedText[]): OpenedText[] {
  const { fields } = document.state();
  const left = texts.map((kept) => recovered(kept, document.state()));
  const isNews = (kept: OpenedText) => kept.newPassword !== undefined || !areSame(kept.fields, fields);
  for (const kept of left) if (!isNews(kept)) forget(kept.id, kept.key);
  return left.filter(isNews);
}

/** Restores a text to the screen. This window takes over its storage. */
export function restore(document: EditorDocument, { newPassword, ...kept }: OpenedText): void {
  const { id, version, saved, copyFrom, isBaseKnown } = document.state();
  stashScreen(document);
  // The version on which the text is based is restored too, so that a save merges the text with later versions.
  const isOld = id !== null && kept.version < version;
  const isOther = isOld || (kept.copyFrom !== undefined && kept.copyFrom !== copyFrom);
  document.set({
    version: isOld ? kept.version : version,
    saved: (isOther && kept.saved) || saved,
    copyFrom: isOther ? (kept.copyFrom ?? copyFrom) : copyFrom,
    isBaseKnown: isOther ? kept.saved !== undefined : isBaseKnown,
  });
  if (newPassword !== undefined) {
    document.password = newPassword;
    document.set({ hasNewPassword: true });
  }
  document.change(kept.fields);
  if (kept.sent) trackSent(document, 'save', kept.sent);
  if (!isSecret(document)) adopt(kept, document);
  else if (canSeal(document)) void store(document, id).then(() => forget(kept.id, kept.key), ignore);
  else forget(kept.id, kept.key);
}

/** Stores the unsaved text of the screen under a key of its own. */
function stashScreen(document: EditorDocument): void {
  const { id, version, fields, saved, copyFrom, createdAt } = document.state();
  if (!isUnsaved(document.state()) || (isSecret(document) && !canSeal(document))) return;
  // The status line reports failures when the next text is stored.
  const began = { version, saved, copyFrom, createdAt, excerpt: saved.excerpt };
  store(document, id, undefined, { key: newKey(), id, ...began, at: Date.now(), fields }).catch(ignore);
}

/** The former text remains. */
function ignore(): void {}

/** An untouched excerpt stays the one that the service generates. */
function recovered(kept: OpenedText, { id, fields, saved }: DocumentState): OpenedText {
  const { excerpt: there = '', fields: mine } = kept;
  const isUntouched = id !== null && mine.excerpt === there;
  const excerpt = isUntouched ? saved.excerpt : mine.excerpt;
  // One that was to be encrypted stays so.
  const isProtected = kept.newPassword !== undefined;
  // An older version of the app stored fewer fields.
  const back = {
    ...fields,
    ...mine,
    excerpt,
    slug: id ?? mine.slug,
    protected: isProtected ? 1 : fields.protected,
  } as const;
  return { ...kept, fields: back, excerpt: isUntouched ? excerpt : there };
}
