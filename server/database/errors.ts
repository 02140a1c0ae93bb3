/** The database cannot be opened. The message is one sentence for the operator and holds no password. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The database was written by a newer release. The message is one sentence for the operator. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/** The database answers, but takes no writes. */
export class DatabaseReadOnly extends Error {
  override readonly name = 'DatabaseReadOnly';
}
