/** One step of the tables' history. Once released it is never changed. */
export interface Migration {
  /** Number and subject, such as `0001-initial`. */
  name: string;
  /** Must be able to run twice: `create … if not exists`, `insert … on conflict do nothing`. */
  up(schema: MigrationSchema): Promise<void>;
}

/** The database as a migration sees it. Everything it does is in one transaction. */
export interface MigrationSchema {
  dialect: 'sqlite' | 'postgres';
  /** Executes one statement; placeholders are the dialect's own (`?`, or `$1` …). */
  run(sql: string, parameters?: readonly unknown[]): Promise<void>;
  /** The same, and gives its rows. */
  all(sql: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}
