/** A statement for the thread; null requests the next rows of the previous one. */
export type ReadRequest = { sql: string; parameters: readonly unknown[] } | null;

/** Some rows of a statement, or its error. Errors lose their code between threads. */
export type ReadResponse = { rows: unknown[]; done: boolean } | { error: { message: string; code: string } };
