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
