/** A statement for the thread; null asks for the next rows of the one before. */
export type Question = { sql: string; parameters: readonly unknown[] } | null;

/** Some rows of a statement, or why there are none. Errors lose their code on the way between threads. */
export type Answer = { rows: unknown[]; done: boolean } | { error: { message: string; code: string } };
