import { parseMember } from '../../../shared/archive.ts';
import { csvRow } from '../../../shared/csv-row.ts';
import { BlogError } from '../../index.ts';
import { splitIntoChunks, jsonSize } from '../chunks.ts';
import type { ImportOptions } from '../import-posts.ts';
import type { ImportReport } from '../import-report.ts';
import type { Archive } from './open.ts';
import type { ArchiveTarget } from './target.ts';

/** Limits of a call, below those of the service. */
const CHUNK = { items: 5000, bytes: 2 * 1024 * 1024 };
/** The columns that the service reads. */
const COLUMNS = ['email', 'language', 'created_at', 'confirmed_at'] as const;

/** The reason why a subscriber is not added. */
const ENDED = 'The person ended the subscription here, and only they can subscribe again.';

/** The place of a subscriber in the archive, and the row of the CSV file. */
interface Row {
  place: string;
  csv: string;
}

/**
 * Imports the subscribers of an archive as the owner imports those of another system: addresses that are here already
 * stay as they are, and nobody gets a mail. API keys cannot: the report says so.
 */
export async function importSubscribers(
  target: ArchiveTarget,
  archive: Archive,
  { dryRun, signal }: Pick<ImportOptions, 'dryRun' | 'signal'>,
  report: ImportReport & { subscribers: { new: number; unchanged: number } },
): Promise<void> {
  try {
    for await (const rows of splitIntoChunks(rowsOf(archive), CHUNK, jsonSize)) {
      if (signal?.aborted) return;
      const csv = [csvRow(COLUMNS), ...rows.map((row) => row.csv)].join('');
      const { added, confirmed, unchanged, ended, refused } = await target.subscribers({ csv, dryRun });
      report.subscribers.new += added + confirmed;
      report.subscribers.unchanged += unchanged;
      // The first line has the names of the columns.
      const placeAtLine = (line: number) => rows[line - 2]?.place ?? '';
      for (const line of ended) report.skipped.push({ file: placeAtLine(line), reason: ENDED });
      for (const { line, reason } of refused) report.refused.push({ file: placeAtLine(line), reason });
    }
  } catch (error) {
    if (!(error instanceof BlogError) || (error.status !== 400 && error.status !== 403)) throw error;
    report.notes.push({ file: 'subscribers', reason: `The subscribers are not imported: ${error.message}` });
  }
}

async function* rowsOf(archive: Archive): AsyncGenerator<Row, void> {
  for (const { name } of archive.manifest.members) {
    const member = parseMember(name);
    if (member?.is !== 'records' || member.kind !== 'subscribers') continue;
    for await (const { line, value } of archive.records(name)) {
      // A text in one field of a CSV file: the service refuses what is no address, language or time.
      const fields = COLUMNS.map((column) => (typeof value[column] === 'string' ? oneLine(value[column]) : ''));
      yield { place: `${name}:${line}`, csv: csvRow(fields) };
    }
  }
}

/** Lines of the file are rows. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
