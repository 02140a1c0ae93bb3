import { adopt, forget, keep, keptOf, newKey, type Kept } from './device.ts';
import { isUnsaved, type DocumentState, type EditorDocument } from './document.ts';
import { areSame } from './fields.ts';
import { isSecret } from './keep-on-device.ts';
import { noteSent } from './unanswered.ts';

/** What other windows left of the post, as it would come back, the newest first. What says nothing new goes. */
export async function leftOf(document: EditorDocument): Promise<Kept[]> {
  const others = (await keptOf(document.state().id)).filter(({ key }) => key !== document.key);
  const { fields } = document.state();
  const left = others.map((kept) => comingBack(kept, document.state()));
  const isNews = (kept: Kept) => !areSame(kept.fields, fields);
  for (const kept of left) if (!isNews(kept)) forget(kept.id, kept.key);
  return left.filter(isNews);
}

/** Puts it on the screen, and lets this window keep it, unless the post is protected by now. */
export function restore(document: EditorDocument, kept: Kept): void {
  const { id, version } = document.state();
  setAside(document);
  // With the version that it began with: when the post went on since then, saving shows both.
  document.set({ version: id === null ? version : Math.min(kept.version, version) });
  document.change(kept.fields);
  if (kept.sent) noteSent(document, 'save', kept.sent);
  if (isSecret(document)) forget(kept.id, kept.key);
  else adopt(kept, document);
}

/** What is on the screen and not saved stays on the device under a key of its own. */
function setAside(document: EditorDocument): void {
  const { id, version, fields, saved } = document.state();
  if (!isUnsaved(document.state()) || isSecret(document)) return;
  // What cannot be kept is told by the bar when the text on the screen is kept next.
  keep({ key: newKey(), id, version, at: Date.now(), fields, excerpt: saved.excerpt }).catch(() => undefined);
}

/** An excerpt that nobody touched stays the service's own, which makes it anew with the text. */
function comingBack(kept: Kept, { id, fields, saved }: DocumentState): Kept {
  const { excerpt: there = '', fields: mine } = kept;
  const isUntouched = id !== null && mine.excerpt === there;
  const excerpt = isUntouched ? saved.excerpt : mine.excerpt;
  // An earlier version of the app kept fewer fields.
  const back = { ...fields, ...mine, excerpt, slug: id ?? mine.slug, protected: fields.protected };
  return { ...kept, fields: back, excerpt: isUntouched ? excerpt : there };
}
