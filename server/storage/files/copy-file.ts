import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { Transform, Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { failureReason } from '../../process/reasons.ts';
import { newFile } from './incoming.ts';
import { kindOfPath } from './kinds.ts';
import type { MediaStorage } from './storage.ts';

/** The result of copying several files. */
export interface CopiedFiles {
  /** Files that are now in the target. */
  files: number;
  /** Those of them that were not there before. */
  copied: number;
  /** Files that the source does not have. */
  missing: string[];
}

/** Files that are copied at a time. */
const AT_ONCE = 4;

/**
 * Copies files from one storage to another; see `copyFile`.
 *
 * @param done called after each file
 * @throws Error with one sentence that names the file
 */
export async function copyFiles(
  paths: AsyncIterable<string>,
  from: MediaStorage,
  to: MediaStorage,
  options: CopyOptions = {},
  done: () => void = () => undefined,
): Promise<CopiedFiles> {
  const all: CopiedFiles = { files: 0, copied: 0, missing: [] };
  const next = paths[Symbol.asyncIterator]();
  const worker = async () => {
    for await (const path of { [Symbol.asyncIterator]: () => next }) {
      const outcome = await copyFile(path, from, to, options).catch((error: unknown) => {
        throw new Error(`${path} cannot be copied from ${from.name} to ${to.name}: ${storageFailure(error)}.`, {
          cause: error,
        });
      });
      if (outcome === 'missing') all.missing.push(path);
      else all.files += 1;
      if (outcome === 'copied') all.copied += 1;
      done();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return all;
}

/** Why a storage failed, as the end of a sentence. `fetch` itself only says that it failed. */
export function storageFailure(error: unknown): string {
  const { cause } = error as Error;
  return failureReason(error instanceof TypeError && cause instanceof Error ? cause : error).replace(/\.$/, '');
}

/** `missing`: the source does not have the file. */
type CopyOutcome = 'copied' | 'there' | 'missing';

export interface CopyOptions {
  /** Whether a file of the same size counts as the same: the path of a file has a hash of its content. */
  trustsSizes?: boolean;
  /** Whether two folders of one file system may share the content of the file. */
  links?: boolean;
}

/**
 * Copies a file from one storage to another, unless it is there already, and compares size and hash. An interrupted copy
 * leaves no file.
 *
 * @throws Error when the copy differs; the errors of the storages
 */
async function copyFile(
  path: string,
  from: MediaStorage,
  to: MediaStorage,
  { trustsSizes = false, links = false }: CopyOptions = {},
): Promise<CopyOutcome> {
  const source = await from.head(path);
  if (!source) return 'missing';
  const target = await to.head(path);
  if (target?.bytes === source.bytes && (trustsSizes || (await isSame(path, from, to)))) return 'there';
  const file = await newFile(to.incoming);
  try {
    if (links && from.fileOf && (await linked(from.fileOf(path), file))) {
      await to.put(path, file, mimeOf(path));
      return 'copied';
    }
    const content = await from.get(path);
    if (!content) return 'missing';
    const digest = await hashContent(content, createWriteStream(file, { mode: 0o600 }));
    await to.put(path, file, mimeOf(path));
    if (digest.bytes === source.bytes && (await holds(to, path, digest))) return 'copied';
    throw new Error('the copy differs from the file; run this again');
  } finally {
    await rm(file, { force: true });
  }
}

function mimeOf(path: string): string {
  return kindOfPath(path)?.mime ?? 'application/octet-stream';
}

/** On another file system, or on one without hard links, the file is copied. */
function linked(existing: string, file: string): Promise<boolean> {
  return link(existing, file).then(
    () => true,
    () => false,
  );
}

async function isSame(path: string, from: MediaStorage, to: MediaStorage): Promise<boolean> {
  const content = await from.get(path);
  return content !== null && holds(to, path, await hashContent(content));
}

/** Identifies the content of a file. */
export interface Digest {
  bytes: number;
  md5: string;
  sha256: string;
}

/** Whether a storage has this content: by the hash that it reports, and otherwise by reading the file. */
export async function holds(storage: MediaStorage, path: string, digest: Digest): Promise<boolean> {
  const stored = await storage.head(path);
  if (stored?.bytes !== digest.bytes) return false;
  if (stored.md5 === digest.md5) return true;
  const content = await storage.get(path);
  return content !== null && (await hashContent(content)).sha256 === digest.sha256;
}

/** Reads a content to its end, and writes it to `output`. */
export async function hashContent(content: Readable, output: Writable = nowhere()): Promise<Digest> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      md5.update(chunk);
      sha256.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(content, counting, output);
  return { bytes, md5: md5.digest('hex'), sha256: sha256.digest('hex') };
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
