import { asBlogError } from '../errors/as-blog-error.ts';
import { listenToSaved } from '../live/saved-posts.ts';
import { keepSaved } from './keep-saved.ts';
import { offline } from '../offline/offline.ts';
import { currentTranslations } from '../translations/translations.ts';
import { notifyDone } from '../ui/notify.ts';
import { readServerState } from './calls.ts';
import { combine, isCombined, showEdits } from './combine.ts';
import type { EditorDocument, ServerState } from './document.ts';
import { followRename } from './follow-rename.ts';

/** Milliseconds after a save before the service is asked: the tab that saved gets its response first. */
const PAUSE = 500;
/** Milliseconds without saves from elsewhere after which the next one is announced again. */
const ANNOUNCEMENT_MS = 60_000;

/**
 * Merges the versions that other tabs and devices save into the text on the screen, also after this tab was offline.
 * The unsaved text of this tab is not replaced: if both changed the same place, the next save asks.
 *
 * @returns ends it
 */
export function followSaves(document: EditorDocument): () => void {
  const { state } = document;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let announced = -Infinity;

  async function readSaved(id: string): Promise<void> {
    const { password } = document;
    const asked = state();
    if (asked.running !== null || document.view?.composing) return plan(id);
    const { held, isLocked } = await readServerState(id, password);
    if (!isNewer(held, asked)) return;
    const merged = isLocked ? null : await combine(document, held);
    const now = state();
    if (now.id !== id || now.running !== null || now.conflict) return;
    // This tab has saved since; what was read may be older.
    if (now.version !== asked.version || now.copyFrom !== asked.copyFrom) return plan(id);
    if (!merged) return document.set({ trouble: now.trouble ?? 'stale' });
    // The next save asks.
    if (!isCombined(merged)) return;
    showEdits(document, merged);
    document.set({ ...held, fields: merged.mine, isBaseKnown: true, trouble: null });
    void keepSaved(held);
    announce();
  }

  /** Once, and not for each save of somebody who writes elsewhere. */
  function announce(): void {
    const now = performance.now();
    if (now - announced > ANNOUNCEMENT_MS) notifyDone(currentTranslations().editor.shownFromElsewhere);
    announced = now;
  }

  function plan(id: string): void {
    clearTimeout(waiting);
    // If the post cannot be read, because it is deleted or the service is unreachable, the next save shows the error.
    waiting = setTimeout(() => void readSaved(id).catch((error: unknown) => follow(id, error)), PAUSE);
  }

  /** The id of the post has followed its title. */
  async function follow(id: string, error: unknown): Promise<void> {
    if (asBlogError(error).code !== 'NOT_FOUND' || state().id !== id || state().running !== null) return;
    if (await followRename(document).catch(() => false)) plan(state().id ?? id);
  }

  /** After saves may have been missed. */
  function catchUp(): void {
    const { id, trouble } = state();
    // Otherwise the save is repeated, and merges the versions.
    if (id !== null && trouble === null) plan(id);
  }

  const end = listenToSaved((id) => {
    if (id === null) catchUp();
    else if (id === state().id) plan(id);
  });
  // The text that was shown offline may be old.
  const endOffline = offline.subscribe(() => {
    if (!offline.get()) catchUp();
  });
  return () => {
    end();
    endOffline();
    clearTimeout(waiting);
  };
}

/** A working copy may be based on an earlier version, so it counts only when it was saved since. */
function isNewer(held: ServerState, { version, copyFrom }: ServerState): boolean {
  return held.copyFrom !== copyFrom || (copyFrom === null && held.version > version);
}
