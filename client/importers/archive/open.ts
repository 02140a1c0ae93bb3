import type { FileEntry, ZipReader } from '@zip.js/zip.js';

import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  LARGEST_PART,
  MANIFEST,
  parseMember,
  type ArchiveManifest,
} from '../../../shared/archive.ts';

/** The largest file, which is that of uploads, and the largest manifest in bytes: they are read into memory. */
const LARGEST = { file: 2 ** 31 - 1, manifest: 64 * 1024 * 1024 };

type Member = ArchiveManifest['members'][number];

/** An archive of Octavo that was checked. */
export interface Archive {
  /** SHA-256 of its manifest, in hexadecimal. */
  id: string;
  manifest: ArchiveManifest;
  /** The records of a member, with their lines, from 1. */
  records(name: string): AsyncGenerator<{ line: number; value: Record<string, unknown> }, void>;
  /** The bytes of a member. */
  read(name: string): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** A ZIP is not an archive of Octavo, or is damaged. Its message is one sentence. */
export class BadArchive extends Error {}

/**
 * Opens an archive, and reads all of it once, so that a damaged one changes nothing. No more than its largest member is
 * in memory, and nothing is unpacked to a disk.
 *
 * @param file a Blob that is read when needed
 * @param checking called with the bytes that were read so far and those of the archive
 * @throws BadArchive
 */
export async function openArchive(
  file: Blob,
  checking: (done: number, total: number) => void = () => undefined,
): Promise<Archive> {
  const zipjs = await import('@zip.js/zip.js');
  zipjs.configure({ useWebWorkers: false });
  const zip = new zipjs.ZipReader(new zipjs.BlobReader(file), { checkSignature: true, checkOverlappingEntry: true });
  try {
    const entries = await readEntries(zip);
    const bytes = await readEntry(findEntry(entries, MANIFEST), LARGEST.manifest);
    const manifest = readManifest(bytes);
    checkNames(entries, manifest);
    const read = async ({ name, bytes: size, sha256 }: Member) => {
      const content = await readEntry(findEntry(entries, name), size);
      if (content.length !== size || (await sha256Of(content)) !== sha256) throw changed(name);
      return content;
    };
    const total = manifest.members.reduce((sum, member) => sum + member.bytes, 0);
    let done = 0;
    for (const member of manifest.members) {
      const content = await read(member);
      if (parseMember(member.name)?.is !== 'file') readAll(linesIn(member.name, content));
      checking((done += member.bytes), total);
    }
    const members = new Map(manifest.members.map((member) => [member.name, member]));
    return {
      id: await sha256Of(bytes),
      manifest,
      read: (name) => read(members.get(name)!),
      async *records(name) {
        yield* linesIn(name, await read(members.get(name)!));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function readEntries(zip: ZipReader<unknown>): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      const { filename } = entry;
      if (entry.directory || (filename !== MANIFEST && !parseMember(filename))) {
        throw foreign(filename);
      }
      if (entries.has(filename)) throw new BadArchive(`The archive contains "${filename}" twice; export it again.`);
      if (entry.encrypted) throw new BadArchive(`"${filename}" is encrypted; use the archive as it was exported.`);
      entries.set(filename, entry);
    }
    return entries;
  } catch (error) {
    if (error instanceof BadArchive) throw error;
    // Of a name that leads out of the folder.
    const { filename } = error as { filename?: string };
    if (filename !== undefined) throw foreign(filename);
    throw new BadArchive('The file is no ZIP, or is not complete; export the archive again.', { cause: error });
  }
}

function findEntry(entries: ReadonlyMap<string, FileEntry>, name: string): FileEntry {
  const entry = entries.get(name);
  if (entry) return entry;
  if (name === MANIFEST) throw new BadArchive('The ZIP has no manifest.json: it is not an archive of Octavo.');
  throw new BadArchive(`The archive lacks "${name}"; export it again.`);
}

/** Reads a member up to its maximum size: a small ZIP can unpack to terabytes. */
async function readEntry(entry: FileEntry, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.length;
      if (size > most) throw new BadArchive(`"${entry.filename}" is larger than it may be; export the archive again.`);
      chunks.push(chunk.slice());
    },
  });
  try {
    await entry.getData(writable, { checkSignature: true });
  } catch (error) {
    if (size > most) throw new BadArchive(`"${entry.filename}" is larger than it may be; export the archive again.`);
    throw changed(entry.filename, error);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function foreign(name: string): BadArchive {
  return new BadArchive(`The archive contains "${name}", which no archive of Octavo has; export it again.`);
}

function changed(name: string, cause?: unknown): BadArchive {
  return new BadArchive(`"${name}" is not as it was exported; export the archive again.`, { cause });
}

function readManifest(bytes: Uint8Array): ArchiveManifest {
  const manifest = parsed(bytes);
  if (manifest?.format !== ARCHIVE_FORMAT || !Array.isArray(manifest.members)) {
    throw new BadArchive('The ZIP is not an archive of Octavo: its manifest.json has another format.');
  }
  if (!(manifest.version >= 1 && manifest.version <= ARCHIVE_VERSION)) {
    throw new BadArchive(
      `The archive has the format version ${String(manifest.version)}, and this release reads up to ${ARCHIVE_VERSION}; update Octavo first.`,
    );
  }
  return manifest;
}

function parsed(bytes: Uint8Array): Partial<ArchiveManifest> & ArchiveManifest {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as ArchiveManifest;
  } catch (error) {
    throw new BadArchive('The ZIP is not an archive of Octavo: its manifest.json is not JSON.', { cause: error });
  }
}

/** Checks that every member is listed once, and that there are no others. */
function checkNames(entries: ReadonlyMap<string, FileEntry>, { members }: ArchiveManifest): void {
  const listed = new Set<string>();
  for (const { name, bytes } of members) {
    const member = parseMember(name);
    if (!member || listed.has(name)) {
      throw new BadArchive(`The manifest lists "${name}" wrongly; export the archive again.`);
    }
    if (member.is === 'file' && bytes > LARGEST.file) {
      throw new BadArchive(
        `"${name}" has 2 GB or more, which the service does not accept; delete it from the library, and export the archive again.`,
      );
    }
    const most = member.is === 'file' ? LARGEST.file : LARGEST_PART;
    if (!(bytes <= most)) throw new BadArchive(`"${name}" is larger than it may be; export the archive again.`);
    listed.add(name);
    findEntry(entries, name);
  }
  const extra = [...entries.keys()].find((name) => name !== MANIFEST && !listed.has(name));
  if (extra !== undefined) {
    throw new BadArchive(`The archive contains "${extra}", which its manifest does not list; export it again.`);
  }
}

/** Reads lines for their errors. */
function readAll(lines: Iterator<unknown, void>): void {
  while (lines.next().done !== true);
}

function* linesIn(
  name: string,
  content: Uint8Array,
): Generator<{ line: number; value: Record<string, unknown> }, void> {
  const text = new TextDecoder().decode(content);
  let line = 0;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    line += 1;
    try {
      yield { line, value: JSON.parse(text.slice(at, stop)) as Record<string, unknown> };
    } catch (error) {
      throw new BadArchive(`Line ${line} of "${name}" is not JSON; export the archive again.`, { cause: error });
    }
    at = stop + 1;
  }
}

/** SHA-256 in hexadecimal. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) throw new BadArchive('This page cannot check the archive: open the app over https, or on localhost.');
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
