/** Operations on whole databases, without the service. URLs in results have no passwords. */
export interface DatabaseSide {
  /**
   * Copies everything into another, empty database.
   *
   * @param progress called with the numbers of copied and of all rows
   */
  copy(from: string, to: string, progress: (done: number, total: number) => void): Promise<Copied>;
  /** @param file default: BACKUP_DIR or BACKUP_S3, otherwise beside the database, with the time in the name */
  backup(file: string | undefined): Promise<BackedUp>;
  /** Marks BACKUP_DIR or BACKUP_S3 as the place of the backups of this database. */
  adoptBackups(): Promise<AdoptedBackups>;
  /** @param force whether to replace a database that is not empty */
  restore(file: string, force: boolean): Promise<Restored>;
  /** Prepares a database that was set back by other tools. @returns its URL */
  recovered(): Promise<string>;
  /** Checks everything that the service needs. */
  doctor(): Promise<Finding[]>;
}

interface Copied {
  from: string;
  to: string;
  tables: Record<string, number>;
  /** Uploaded files, which both databases name. */
  uploads: number;
}

interface BackedUp {
  file: string;
  bytes: number;
  tables: Record<string, number>;
  uploads: Uploads | null;
  /** The triggers and views that are not Octavo's. */
  foreign: string[];
  /** Why older backups could not be deleted; null if they were. */
  undeleted: { reason: string } | null;
}

/** What was in a place of backups before it was marked. */
export interface AdoptedBackups {
  place: string;
  /** The number of backups, and the name of the newest one. */
  count: number;
  newest: string | null;
  /** Whether they were those of another database. */
  wasForeign: boolean;
}

/** Uploaded files, and the storage that they are in now. */
export interface Uploads {
  place: string;
  files: number;
  copied: number;
  missing: string[];
}

interface Restored {
  file: string;
  /** The path of the replaced database. */
  kept: string | null;
  /** Whether the next start migrates it. */
  older: boolean;
  tables: Record<string, number>;
  uploads: Uploads | null;
}

export interface Finding {
  level: 'ok' | 'warning' | 'problem';
  about: string;
  text: string;
}
