import { BlogError } from '../../api/errors.ts';
import type { Media } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { session } from '../session/session.ts';
import { formatMessage } from '../translations/format-message.ts';
import { currentTranslations } from '../translations/translations.ts';
import { notifyProblem } from '../ui/notify.ts';
import { createStore } from '../ui/store.ts';
import type { Stored } from './send-file.ts';
import { uploadFile } from './upload-file.ts';

/** A file on its way to the library. */
export interface Upload {
  readonly id: string;
  /** The place to which it belongs, such as the text of a post. Each place shows its own uploads. */
  readonly owner: string;
  readonly name: string;
  /** The id of the file that it replaces. */
  readonly replaces?: string | undefined;
  readonly state: 'waiting' | 'sending' | 'failed' | 'done';
  /** The part that was sent, from 0 to 1. */
  readonly part: number;
  /** Why it failed. */
  readonly error?: BlogError | undefined;
  /** Its record in the library, once it is there. */
  readonly media?: Media;
}

export interface UploadOptions {
  owner: string;
  /** The name in the library; default: that of each file. */
  name?: string | undefined;
  /** The id of a file of the library that the only one replaces. */
  replaces?: string;
  /** Called with the answer of the service, or with null when the upload is cancelled. */
  settled?: (id: string, stored: Stored | null) => void;
}

interface Job extends UploadOptions {
  file: File;
  abort: AbortController;
}

/** How many files are sent at the same time. */
const CONCURRENCY = 3;

const uploads = createStore<readonly Upload[]>([]);
const jobs = new Map<string, Job>();
/** The places on the screen that show their uploads. */
const shown = new Set<string>();
let made = 0;

/** All uploads in the order in which they were added. */
export const { get: allUploads, subscribe: onUploads, use: useAllUploads } = uploads;

/**
 * Uploads files, at most three at a time.
 *
 * @returns their ids
 */
export function addUploads(files: readonly File[], options: UploadOptions): string[] {
  if (!isUploading(options.owner)) forgetDone(options.owner);
  const added = files.map((file): Upload => {
    const id = `upload-${++made}`;
    jobs.set(id, { ...options, file, abort: new AbortController() });
    const { owner, name = file.name, replaces } = options;
    return { id, owner, name, replaces, state: 'waiting', part: 0 };
  });
  uploads.set([...uploads.get(), ...added]);
  next();
  return added.map(({ id }) => id);
}

/** Cancels uploads, and removes those that are over. */
export function removeUploads(ids: readonly string[]): void {
  const removed = new Map(ids.map((id) => [id, jobs.get(id)]));
  for (const id of ids) jobs.delete(id);
  uploads.set(uploads.get().filter(({ id }) => !removed.has(id)));
  for (const [id, job] of removed) {
    job?.abort.abort();
    job?.settled?.(id, null);
  }
  next();
}

/** Notes that a place shows its uploads. @returns ends it */
export function showUploads(owner: string): () => void {
  shown.add(owner);
  return () => shown.delete(owner);
}

/** Whether an upload failed whose place is no longer on the screen, such as the text of a post. */
export function isStray({ owner, state }: Upload): boolean {
  return state === 'failed' && !shown.has(owner);
}

/** Tries a failed upload again. */
export function retryUpload(id: string): void {
  change(id, { state: 'waiting', part: 0, error: undefined });
  next();
}

/** Whether files are being uploaded. @param owner the place of the uploads, or the beginning of the names of several */
export function isUploading(owner = ''): boolean {
  return uploads.get().some((upload) => upload.owner.startsWith(owner) && isRunning(upload));
}

/** Whether an upload is neither finished nor failed. */
export function isRunning({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending';
}

/** Whether it is an uploaded image without an alternative text. */
export function lacksAlt({ media }: Upload): boolean {
  return media?.kind === 'image' && media.alt === '';
}

/** Those that lack a description stay until somebody has decided. */
function forgetDone(owner: string): void {
  uploads.set(uploads.get().filter((one) => one.owner !== owner || one.state !== 'done' || lacksAlt(one)));
}

function next(): void {
  const all = uploads.get();
  const free = CONCURRENCY - all.filter(({ state }) => state === 'sending').length;
  for (const { id } of all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void run(id);
}

async function run(id: string): Promise<void> {
  const job = jobs.get(id);
  if (!job) return;
  const { file, owner, name, replaces, settled, abort } = job;
  const { signal } = abort;
  change(id, { state: 'sending' });
  const progress = (part: number) => change(id, { part });
  const stored = await uploadFile(file, { name, replaces, signal, progress }).catch((error: BlogError) => error);
  if (signal.aborted) return;
  if (stored instanceof BlogError) {
    change(id, { state: 'failed', error: stored });
    if (!shown.has(owner)) notifyStray(name ?? file.name);
    return next();
  }
  jobs.delete(id);
  change(id, { state: 'done', media: stored.media });
  next();
  void queryClient.invalidateQueries(trpc.media.list.pathFilter());
  settled?.(id, stored);
}

function notifyStray(name: string): void {
  notifyProblem(formatMessage(currentTranslations().uploads.notUploadedElsewhere, { name }));
}

function change(id: string, changes: Partial<Upload>): void {
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
}

window.addEventListener('beforeunload', (event) => isUploading() && event.preventDefault());

// The uploads of one session are not shown in the next.
session.subscribe(() => {
  if (session.state() === 'out') removeUploads(uploads.get().map(({ id }) => id));
});
