import { parseMember, type ArchiveKind } from '../../../shared/archive.ts';
import { BlogError, type BlogInputs } from '../../index.ts';
import { jsonSize } from '../chunks.ts';
import type { ImportOptions } from '../import-posts.ts';
import type { ImportReport } from '../import-report.ts';
import { fittingRecords } from './fitting-records.ts';
import type { Archive } from './open.ts';
import type { ArchiveTarget } from './target.ts';

/** Limits of a call, below those of the service. */
const CHUNK = { items: 50, bytes: 3 * 1024 * 1024 };

/** How a call names the records of a member. */
const names = {
  media: 'links',
  authors: 'authors',
  posts: 'posts',
  revisions: 'revisions',
  'working-copies': 'workingCopies',
  comments: 'comments',
  sizes: 'sizes',
  names: 'names',
} as const satisfies Record<Kind, keyof BlogInputs['transfer']['add']>;

/** Subscribers are imported like those of other systems. */
type Kind = Exclude<ArchiveKind, 'subscribers'>;

interface Row {
  place: string;
  value: Record<string, unknown>;
}

/** Adds every record of an archive to an empty blog as it is, except subscribers. */
export async function importExactly(
  target: ArchiveTarget,
  archive: Archive,
  { dryRun, start, signal, withSettings }: ImportOptions & { withSettings: boolean },
  report: ImportReport,
): Promise<void> {
  const { counts, members } = archive.manifest;
  if (dryRun) {
    report.new = counts.posts;
    report.comments.new = counts.comments;
    report.uploads = counts.files;
    return;
  }
  const progress = start((Object.keys(names) as Kind[]).reduce((sum, kind) => sum + (counts[kind] ?? 0), 0));
  let done = 0;
  try {
    for (const { name } of members) {
      const member = parseMember(name);
      if (member?.is === 'settings' && withSettings) await takeSettings(target, archive, name, report);
      if (member?.is !== 'records' || member.kind === 'subscribers') continue;
      for await (const rows of chunks(archive, name, report)) {
        if (signal?.aborted) return;
        if (member.kind === 'media') for (const row of rows) await addMedia(target, archive, row, report);
        else await addAll(target, archive.id, member.kind, rows, report);
        progress.at((done += rows.length));
      }
    }
  } finally {
    progress.stop();
  }
}

/** The records of a member, in calls; those that are nested too deep are refused. */
async function* chunks(archive: Archive, name: string, report: ImportReport): AsyncGenerator<Row[], void> {
  let rows: Row[] = [];
  let bytes = 0;
  for await (const { line, value } of fittingRecords(archive, name, report)) {
    const own = jsonSize(value);
    if (rows.length > 0 && (rows.length >= CHUNK.items || bytes + own > CHUNK.bytes)) {
      yield rows;
      rows = [];
      bytes = 0;
    }
    rows.push({ place: `${name}:${line}`, value });
    bytes += own;
  }
  if (rows.length > 0) yield rows;
}

/** API keys cannot write settings. The address of the site is that of the service, and not of the archive. */
async function takeSettings(
  target: ArchiveTarget,
  archive: Archive,
  name: string,
  report: ImportReport,
): Promise<void> {
  const { value } = await archive.records(name).next();
  const { siteUrl: _, ...others } = value?.value ?? {};
  try {
    await target.settings(others);
  } catch (error) {
    if (!(error instanceof BlogError) || (error.status !== 400 && error.status !== 403)) throw error;
    report.notes.push({ file: name, reason: `The settings are not imported: ${error.message}` });
  }
}

/** Adds records in one call. Splits a call that fails, to find the invalid record. */
async function addAll(
  target: ArchiveTarget,
  archive: string,
  kind: Kind,
  rows: Row[],
  report: ImportReport,
): Promise<void> {
  try {
    const values = rows.map(({ value }) => value);
    const answer = await target.add({ archive, [names[kind]]: values });
    for (const { record, reason } of answer.refused) {
      const row = rows[Number(record.split(' ')[1]) - 1];
      report.refused.push({ file: row?.place ?? record, reason });
    }
    if (kind === 'comments') {
      report.comments.new += answer.added;
      report.comments.unchanged += answer.unchanged;
    }
    if (kind !== 'posts') return;
    report.new += answer.added;
    report.unchanged += answer.unchanged;
    for (const { value } of rows) report.redirects += (value['aliases'] as string[]).length;
  } catch (error) {
    if (!(error instanceof BlogError) || ![400, 413, 500].includes(error.status)) throw error;
    const [row] = rows;
    if (row && rows.length === 1) {
      report.refused.push({ file: row.place, reason: error.message });
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await addAll(target, archive, kind, rows.slice(0, middle), report);
    await addAll(target, archive, kind, rows.slice(middle), report);
  }
}

async function addMedia(target: ArchiveTarget, archive: Archive, row: Row, report: ImportReport): Promise<void> {
  const { path, hash } = row.value as { path?: string; hash?: string };
  if (path === undefined || hash === undefined) return addAll(target, archive.id, 'media', [row], report);
  const { paths } = await target.files({ files: [{ path, hash }] });
  if (paths[0] !== null) return;
  const name = `media/${path}`;
  if (!archive.manifest.members.some((member) => member.name === name)) {
    report.pictures.push({ file: row.place, pictures: [name] });
    return;
  }
  try {
    await target.sendFile(archive.id, row.value, new Blob([await archive.read(name)]));
    report.uploads += 1;
  } catch (error) {
    if (!(error instanceof BlogError) || error.status >= 500 || error.status === 401) throw error;
    report.refused.push({ file: name, reason: error.message });
  }
}
