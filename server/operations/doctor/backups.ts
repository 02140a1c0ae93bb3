import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import {
  markedPlace,
  archiveTime,
  backupPlaceName,
  explainBackupPlace,
  listArchives,
  openBackups,
  type BackupConfig,
} from '../../background/backup/place.ts';
import { isTooOld } from '../../background/backup/state.ts';
import { stateOfPlace } from '../../storage/identity/place.ts';
import { failureReason } from '../../process/reasons.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/**
 * Looks for the newest backup where BACKUP_DIR or BACKUP_S3 says.
 *
 * @param db null when it cannot be read, or is not migrated
 */
export async function examineBackups(config: BackupConfig, db: Kysely<Tables> | null): Promise<Finding> {
  const name = backupPlaceName(config);
  if (name === null) {
    return warning(ABOUT, 'None are made by the service; set BACKUP_DIR or BACKUP_S3 (docs/operating.md).');
  }
  try {
    const place = await openBackups(config);
    const refusal = place && db ? explainBackupPlace(await stateOfPlace(db, markedPlace(place)), name) : null;
    if (refusal !== null) return problem(ABOUT, refusal);
    const archives = place ? await listArchives(place) : [];
    const [newest] = archives;
    if (newest === undefined) return warning(ABOUT, `${name} has none yet; the service makes one when it is started.`);
    const age = Date.now() - archiveTime(newest).getTime();
    const text = `The newest backup in ${name} is ${newest}, ${hours(age)} old`;
    if (isTooOld(age, config))
      return problem(ABOUT, `${text}: too old; Health in the app and the log of the service say why.`);
    if (archives.length > config.backupKeep) {
      return warning(
        ABOUT,
        `${text}; but there are ${archives.length}, more than BACKUP_KEEP (${config.backupKeep}): if the log of the service says that old backups could not be deleted, allow it or delete them by other means.`,
      );
    }
    return ok(ABOUT, `${text}.`);
  } catch (error) {
    return problem(
      ABOUT,
      `${name} cannot be read: ${failureReason(error).replace(/\.$/, '')}; correct BACKUP_DIR, or BACKUP_S3 and its keys.`,
    );
  }
}

const ABOUT = 'backups';

function hours(milliseconds: number): string {
  const count = Math.max(0, milliseconds) / 3_600_000;
  return count < 1 ? 'less than an hour' : `${Math.floor(count)} h`;
}
