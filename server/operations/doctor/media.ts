import { sql } from 'kysely';

import type { Config } from '../../config/config.ts';
import type { Database } from '../../storage/database/open.ts';
import { compareWithLibrary, type Consistency, type Sample } from '../../media/consistency.ts';
import { mediaPlace, stateOfPlace } from '../../storage/identity/place.ts';
import { explainPlace, placeProblem } from '../../storage/identity/media-place.ts';
import { openQuietly } from '../../storage/copy/media-storage.ts';
import { failureReason } from '../../process/reasons.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/** Compares the stored files with the library, and checks that several instances can share them. */
export async function examineMedia(database: Database, config: Config): Promise<Finding[]> {
  try {
    const storage = await openQuietly(config);
    const problemOfPlace = placeProblem(await stateOfPlace(database.kysely, mediaPlace(database.kysely, storage)));
    const place = problemOfPlace && [problem('uploads', explainPlace(problemOfPlace, storage.name))];
    const found = await compareWithLibrary(database.kysely, storage);
    const shared = config.mediaUrl.startsWith('file:') ? await examineSharing(database) : [];
    return [...(place ?? []), ...listFindings(found, storage.name), ...shared];
  } catch (error) {
    const { cause } = error as Error;
    const reason = failureReason(cause instanceof Error ? cause : error).replace(/\.$/, '');
    return [problem('uploads', `The storage cannot be read (${reason}); correct MEDIA_URL and the AWS variables.`)];
  }
}

function listFindings({ files, missing, unsized, missingSizes, loose }: Consistency, place: string): Finding[] {
  const findings = [
    ...(missing.count > 0
      ? [problem('uploads', `${place} lacks ${of(missing)}; copy them back from a backup, or delete them in the app.`)]
      : []),
    ...(unsized.count > 0
      ? [warning('uploads', `Sizes were not created for ${of(unsized)}; retry the failed jobs in Health in the app.`)]
      : []),
    ...(missingSizes.count > 0
      ? [
          warning(
            'uploads',
            `${place} lacks sizes: ${of(missingSizes)}; copy them back from a backup, or delete the images and upload them again.`,
          ),
        ]
      : []),
    ...(loose.count > 0
      ? [
          warning(
            'uploads',
            `The library does not have ${of(loose)} in ${place}; delete them there, unless a database that you keep has them.`,
          ),
        ]
      : []),
  ];
  return findings.length > 0
    ? findings
    : [ok('uploads', `The library and ${place} agree: ${files === 1 ? '1 file' : `${files} files`}.`)];
}

function of({ count, first }: Sample): string {
  return count === 1 ? `1 file (${first})` : `${count} files (such as ${first})`;
}

/** Instances are known by their connections; behind a connection pool, all have its address. */
async function examineSharing({ kysely, dialect }: Database): Promise<Finding[]> {
  if (dialect === 'sqlite') return [];
  const { rows } = await sql<{ machines: number }>`
    select count(distinct client_addr)::int as machines from pg_stat_activity
    where application_name = 'octavo-listen' and datname = current_database()`.execute(kysely);
  const machines = rows[0]!.machines;
  if (machines < 2) return [];
  return [
    warning(
      'uploads',
      `Instances run on ${machines} machines, and MEDIA_URL is a folder; make it one that all of them share, or use S3.`,
    ),
  ];
}
