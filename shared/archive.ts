/** The name of the format in the manifest of an archive. */
export const ARCHIVE_FORMAT = 'octavo-archive';
/**
 * The version of the format that is written, and the newest one that can be read; 1 had no subscribers and names, 2 no
 * authors.
 */
export const ARCHIVE_VERSION = 3;
/** The last member of an archive: it lists the others. */
export const MANIFEST = 'manifest.json';

/** The path to which an import sends the files of an archive, one in each call. */
export const ARCHIVE_FILE_PATH = '/api/admin/archive/file';

/** The kinds of records, in the order in which an import needs them. */
export const archiveKinds = [
  'media',
  'authors',
  'posts',
  'revisions',
  'working-copies',
  'comments',
  'sizes',
  'names',
  'subscribers',
] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

/** The kinds that archives of earlier versions do not have. */
type LateKind = 'authors' | 'names' | 'subscribers';

/** The largest member with records in bytes; a part ends with the record that passes half a megabyte. */
export const LARGEST_PART = 32 * 1024 * 1024;

/** The member with a part of the records of a kind. @param number from 1 */
export function partName(kind: ArchiveKind, number: number): string {
  return `${kind}-${String(number).padStart(5, '0')}.jsonl`;
}

const PART = new RegExp(`^(${archiveKinds.join('|')})-\\d{5,9}\\.jsonl$`);
/** The member with an uploaded file, and the path of the file in it. */
const FILE = /^media\/(\d{4}\/\d{2}\/[a-z0-9-]+\.[a-z0-9]{2,4})$/;

/** The type of a member of an archive, by its name; null for every other name. */
export function parseMember(
  name: string,
): { is: 'settings' } | { is: 'records'; kind: ArchiveKind } | { is: 'file'; path: string } | null {
  if (name === 'settings.json') return { is: 'settings' };
  const kind = PART.exec(name)?.[1] as ArchiveKind | undefined;
  if (kind) return { is: 'records', kind };
  const path = FILE.exec(name)?.[1];
  return path === undefined ? null : { is: 'file', path };
}

/** The manifest of an archive. */
export interface ArchiveManifest {
  format: string;
  version: number;
  /** The version of Octavo that wrote it. */
  octavo: string;
  /** ISO 8601. */
  createdAt: string;
  siteUrl: string;
  /** The highest version that a post or revision had. */
  lastVersion: number;
  /** The number of records of each kind, and of files; of `names` and subscribers from version 2 on, of authors from 3 on. */
  counts: Record<Exclude<ArchiveKind, LateKind> | 'files', number> & Partial<Record<LateKind, number>>;
  members: { name: string; bytes: number; sha256: string }[];
}
