import BetterSqlite3 from 'better-sqlite3';

/** Decides for each statement whether it fails; throws what SQLite is to throw. */
type Fault = (sql: string, database: BetterSqlite3.Database) => void;

/** SQLite whose statements fail as a test wants. */
export interface FaultySqlite {
  fault: Fault | null;
  /** The driver is whole again. */
  undo(): void;
}

/** Takes hold of the driver; connections that are opened afterwards fail as the test says. */
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
