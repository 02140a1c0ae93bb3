import { change, onOtherTab, readAll, update } from '../device/device-store.ts';

/** The prefix of the keys of drafts in the device store. */
const PREFIX = 'octavo-comments:';
/** The maximum number of drafts; the oldest are deleted. */
const MAX_DRAFTS = 30;
/** How long the screen waits for the device store. */
const LOAD_TIMEOUT_MS = 500;

/** The key of a draft: the kind of form, and the id of the comment. */
export type DraftKey = `${'reply' | 'edit'}:${string}`;

interface Draft {
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** A cache of the device store, so that forms open with their drafts; written through at each change. */
let drafts = new Map<string, Draft>();

/** Loads the drafts before the first form opens, or gives up after the timeout. */
export async function loadDrafts(): Promise<void> {
  await Promise.race([read(), new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS))]);
}

/** Saves a draft at each keystroke, because filters, links and reloads close the form. */
export function saveDraft(draftKey: DraftKey, text: string): void {
  const draft: Draft = { text, at: Date.now() };
  drafts.set(PREFIX + draftKey, draft);
  const keys = [...drafts.keys()].toSorted((one, other) => drafts.get(other)!.at - drafts.get(one)!.at);
  write({ put: [[PREFIX + draftKey, draft]], remove: keys.slice(MAX_DRAFTS) });
}

/** The text of a draft, if there is one. */
export function draftText(draftKey: DraftKey): string | undefined {
  return drafts.get(PREFIX + draftKey)?.text;
}

/** Deletes a draft that was sent or discarded. */
export function deleteDraft(draftKey: DraftKey): void {
  write({ remove: [PREFIX + draftKey] });
}

/** Deletes all drafts when the owner signs out. */
export function deleteAllDrafts(): void {
  drafts.clear();
  ignoreFailure(update(PREFIX, (found) => ({ remove: [...found.keys()] })));
}

onOtherTab((keys) => {
  if (keys.some((key) => key.startsWith(PREFIX))) void read();
});

function write({ put = [], remove }: { put?: [string, Draft][]; remove: string[] }): void {
  for (const key of remove) drafts.delete(key);
  ignoreFailure(change({ put, remove }));
}

/** If the device store fails, the text lives as long as its form. */
function ignoreFailure(changing: Promise<void>): void {
  changing.catch(() => undefined);
}

async function read(): Promise<void> {
  const found = await readAll(PREFIX).catch(() => drafts);
  drafts = new Map([...found].filter((entry): entry is [string, Draft] => isDraft(entry[1])));
}

/** Validates a stored draft. */
function isDraft(value: unknown): value is Draft {
  const { text, at } = (value ?? {}) as Partial<Draft>;
  return typeof text === 'string' && typeof at === 'number';
}
