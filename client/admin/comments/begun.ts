import { change, onOtherTab, readAll, update } from '../device/device-store.ts';

/** Before the key of everything that is kept on this device of comments. */
const PREFIX = 'octavo-comments:';
/** How many texts are kept; the oldest go first. */
const MOST = 30;
/** Milliseconds that the screen of comments waits for the device. */
const PATIENCE = 500;

/** Where the text of a form is kept: what it is, and the comment that it is about. */
export type Begun = `${'reply' | 'edit'}:${string}`;

interface Kept {
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** What the device has, so that a form has its text when it opens; written through at each key. */
let texts = new Map<string, Kept>();

/** Reads what was begun, before the first form opens, which goes on without where the device does not answer. */
export async function loadBegun(): Promise<void> {
  await Promise.race([read(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** Keeps it at each key: a filter or a link may take the form away, a reload all of the page. */
export function keepBegun(begun: Begun, text: string): void {
  const kept: Kept = { text, at: Date.now() };
  texts.set(PREFIX + begun, kept);
  const places = [...texts.keys()].toSorted((one, other) => texts.get(other)!.at - texts.get(one)!.at);
  write({ put: [[PREFIX + begun, kept]], remove: places.slice(MOST) });
}

/** The text, if one was begun. */
export function begunText(begun: Begun): string | undefined {
  return texts.get(PREFIX + begun)?.text;
}

/** It was sent, or given up. */
export function forgetBegun(begun: Begun): void {
  write({ remove: [PREFIX + begun] });
}

/** All of them, for when the owner signs out. */
export function forgetAllBegun(): void {
  texts.clear();
  ignoreFailure(update(PREFIX, (found) => ({ remove: [...found.keys()] })));
}

onOtherTab((keys) => {
  if (keys.some((key) => key.startsWith(PREFIX))) void read();
});

function write({ put = [], remove }: { put?: [string, Kept][]; remove: string[] }): void {
  for (const place of remove) texts.delete(place);
  ignoreFailure(change({ put, remove }));
}

/** Where nothing can be kept the form has the text as long as it is open. */
function ignoreFailure(changing: Promise<void>): void {
  changing.catch(() => undefined);
}

async function read(): Promise<void> {
  const found = await readAll(PREFIX).catch(() => texts);
  texts = new Map([...found].filter((entry): entry is [string, Kept] => isKept(entry[1])));
}

/** Whether it is something of ours. */
function isKept(value: unknown): value is Kept {
  const { text, at } = (value ?? {}) as Partial<Kept>;
  return typeof text === 'string' && typeof at === 'number';
}
