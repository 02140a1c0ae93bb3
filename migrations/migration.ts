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
  /** Executes one statement. */
  run(sql: string): Promise<void>;
  /** Executes one statement and gives its rows; placeholders are the dialect's own (`?`, or `$1` …). */
  all(sql: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}
