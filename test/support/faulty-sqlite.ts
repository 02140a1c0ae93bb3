import BetterSqlite3 from 'better-sqlite3';

/** Called for each statement; throws the error that SQLite should throw. */
type Fault = (sql: string, database: BetterSqlite3.Database) => void;

/** A SQLite driver that fails on request. */
export interface FaultySqlite {
  fault: Fault | null;
  /** Restores the driver. */
  undo(): void;
}

/** Patches the driver; connections opened afterwards fail as the test decides. */
export function faultySqlite(): FaultySqlite {
  const { prepare, exec } = BetterSqlite3.prototype;
  const faulty: FaultySqlite = {
    fault: null,
    undo: () => void Object.assign(BetterSqlite3.prototype, { prepare, exec }),
  };
  Object.assign(BetterSqlite3.prototype, {
    prepare(this: BetterSqlite3.Database, sql: string) {
      const statement = prepare.call(this, sql);
      for (const name of ['run', 'all'] as const) {
        const original = statement[name].bind(statement) as (...values: unknown[]) => unknown;
        const failing = (...values: unknown[]) => {
          faulty.fault?.(sql, this);
          return original(...values);
        };
        Object.defineProperty(statement, name, { value: failing });
      }
      return statement;
    },
    exec(this: BetterSqlite3.Database, sql: string) {
      faulty.fault?.(sql, this);
      return exec.call(this, sql);
    },
  });
  return faulty;
}

export function sqliteError(code: string): Error {
  return new BetterSqlite3.SqliteError(`injected ${code}`, code);
}
