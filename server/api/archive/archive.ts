import { timestamp } from '../../../routers/base/clock.ts';
import type { Services } from '../../../routers/core/context.ts';
import {
  readComments,
  readMedia,
  readPosts,
  readRevisions,
  readSizes,
  readWorkingCopies,
} from '../../../routers/transfer/archive/read.ts';
import { readAuthors } from '../../../routers/transfer/archive/read-authors.ts';
import { readNames } from '../../../routers/transfer/archive/read-names.ts';
import { readSubscribers } from '../../../routers/transfer/archive/read-subscribers.ts';
import {
  archiveKinds,
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  LARGEST_PART,
  MANIFEST,
  partName,
} from '../../../shared/archive.ts';
import type { ArchiveKind, ArchiveManifest } from '../../../shared/archive.ts';
import { defaultSettings } from '../../../routers/data/settings/schemas.ts';
import { pick } from '../../../shared/pick.ts';
import { VERSION } from '../../../shared/version.ts';
import type { MediaStorage } from '../../storage/files/storage.ts';
import { createPostIds, type PostIds } from './post-ids.ts';
import type { MemberFacts, ZipMembers } from './write.ts';

const readers = {
  media: readMedia,
  posts: readPosts,
  revisions: readRevisions,
  'working-copies': readWorkingCopies,
  comments: readComments,
  sizes: readSizes,
  authors: readAuthors,
  names: readNames,
  subscribers: readSubscribers,
} satisfies Record<ArchiveKind, unknown>;

/**
 * Authors are read after the posts, so that none of those is missing, and the media library last: a file that was
 * replaced during the export still redirects from its path in the posts.
 */
const inReadingOrder = [
  ...archiveKinds.filter((kind) => kind !== 'media' && kind !== 'authors'),
  'authors',
  'media',
] as const;

/** A part ends with the record that passes this number of characters. */
const PART = LARGEST_PART / 64;

/**
 * Writes everything that an archive contains (docs/archive.md): posts and what belongs to them, comments, the media
 * library with its files, settings, subscribers. Nothing secret: no password, key, session, hash of an address, or event.
 *
 * @param options.forSession false for API keys, which cannot read settings and subscribers
 */
export async function writeArchive(
  zip: ZipMembers,
  { readers: { owner: db }, settings, clock }: Pick<Services, 'readers' | 'settings' | 'clock'>,
  storage: MediaStorage,
  { forSession }: { forSession: boolean },
): Promise<void> {
  const createdAt = timestamp(clock);
  const members: MemberFacts[] = [];
  const counts = Object.fromEntries([...archiveKinds, 'files'].map((kind) => [kind, 0])) as Required<
    ArchiveManifest['counts']
  >;
  const current = await settings.current();
  if (forSession) {
    const stored = pick(current, Object.keys(defaultSettings) as (keyof typeof defaultSettings)[]);
    members.push(await zip.add('settings.json', jsonLine(stored)));
  }
  // An exact import gives its next post a higher one.
  let lastVersion = 0;
  const ids = createPostIds(db);
  const paths: string[] = [];
  const parts: Partial<Record<ArchiveKind, MemberFacts[]>> = {};
  for (const kind of inReadingOrder) {
    if (kind === 'subscribers' && !forSession) continue;
    const written: MemberFacts[] = (parts[kind] = []);
    for await (const part of partsOf(fitting(kind, readers[kind](db), ids, paths))) {
      written.push(await zip.add(partName(kind, written.length + 1), part.lines));
      counts[kind] += part.records;
      lastVersion = Math.max(lastVersion, part.lastVersion);
    }
  }
  members.push(...archiveKinds.flatMap((kind) => parts[kind] ?? []));
  for (const path of paths) {
    const content = await storage.get(path);
    if (!content) continue;
    members.push(await zip.addFile(`media/${path}`, content));
    counts.files += 1;
  }
  const manifest: ArchiveManifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    octavo: VERSION,
    createdAt,
    siteUrl: current.siteUrl,
    lastVersion,
    counts,
    members,
  };
  await zip.add(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Records that fit those read before, although the blog changed since: what belongs to a post has its id in the archive,
 * and what belongs to a newer post is left out.
 *
 * @param ids gets the posts
 * @param paths gets the uploaded files
 */
async function* fitting(kind: ArchiveKind, batches: AsyncIterable<object[]>, ids: PostIds, paths: string[]) {
  for await (const records of batches as AsyncIterable<{ id?: string; path?: string; post?: string }[]>) {
    const fit: object[] = [];
    for (const record of records) {
      if (kind === 'posts') ids.add(record.id!);
      if (record.path !== undefined) paths.push(record.path);
      const post = record.post === undefined ? undefined : await ids.inArchive(record.post);
      if (post !== null) fit.push(post === undefined ? record : { ...record, post });
    }
    yield fit;
  }
}

async function* partsOf(batches: AsyncIterable<object[]>) {
  let part = { lines: '', records: 0, lastVersion: 0 };
  for await (const records of batches) {
    for (const record of records) {
      part.lines += jsonLine(record);
      part.records += 1;
      part.lastVersion = Math.max(part.lastVersion, versionOf(record));
      if (part.lines.length <= PART) continue;
      yield part;
      part = { lines: '', records: 0, lastVersion: 0 };
    }
  }
  if (part.records > 0) yield part;
}

function jsonLine(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function versionOf(record: object): number {
  return 'version' in record && typeof record.version === 'number' ? record.version : 0;
}
