/** The database cannot be opened. The message is a sentence for the operator, without passwords. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The database was written by a newer version. The message is a sentence for the operator. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/** The database responds, but is read-only. */
export class DatabaseReadOnly extends Error {
  override readonly name = 'DatabaseReadOnly';
}

/** At the address of the database is another one, an empty one, or one of an older version. */
export class WrongDatabase extends Error {
  override readonly name = 'WrongDatabase';
  readonly code = 'WRONG_DATABASE';
}

/** The connection that receives the commits of other instances is lost. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  /** Marks it as an outage (`routers/base/database-errors.ts`). */
  readonly code = 'ECONNRESET';

  constructor(options: ErrorOptions) {
    super('The connection to PostgreSQL is lost', options);
  }
}
