import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';

import type { Migration, MigrationSchema } from '../../../migrations/migration.ts';
import { DatabaseTooNew } from './errors.ts';
import type { Database } from './open.ts';

/**
 * Runs the migrations that the database has not had, in one transaction and under a lock. Several processes may call it
 * concurrently.
 *
 * @param options.again runs all migrations, including those that have run (for tests)
 * @returns the names of the migrations that ran
 * @throws DatabaseTooNew when the database has had a migration that this version does not know
 */
export async function migrate<DB>(
  { kysely, dialect }: Pick<Database<DB>, 'kysely' | 'dialect'>,
  migrations: readonly Migration[],
  { again = false }: { again?: boolean } = {},
): Promise<{ applied: string[] }> {
  return inLockedTransaction(kysely as unknown as Kysely<Ledger>, dialect, async (transaction) => {
    const done = await readLedger(transaction);
    refuseUnknown(done, migrations);
    const due = migrations.filter(({ name }) => again || !done.has(name));
    for (const migration of due) {
      await migration.up(schemaOf(transaction, dialect));
      await record(transaction, migration.name);
    }
    return { applied: due.map(({ name }) => name) };
  });
}

interface Ledger {
  schema_migrations: { name: string; applied_at: number };
}

async function inLockedTransaction<T>(
  kysely: Kysely<Ledger>,
  dialect: Database['dialect'],
  run: (transaction: Transaction<Ledger>) => Promise<T>,
): Promise<T> {
  if (dialect === 'sqlite') {
    return kysely.transaction().execute(run); // begins immediate, which is the lock
  }
  return kysely
    .transaction()
    .setIsolationLevel('read committed') // to see what was committed while this one waited for the lock
    .execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`set local lock_timeout = 0`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
      return run(transaction);
    });
}

/** "octavo" in hexadecimal: any number no other program locks in the same database. */
const LOCK = 0x6f63_7461_766f;

async function readLedger(transaction: Transaction<Ledger>): Promise<Set<string>> {
  await sql`create table if not exists schema_migrations (
    name varchar(200) primary key,
    applied_at bigint not null
  )`.execute(transaction);
  const rows = await transaction.selectFrom('schema_migrations').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

function refuseUnknown(done: Set<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...done].filter((name) => !known.has(name)).toSorted();
  if (unknown.length > 0) {
    throw new DatabaseTooNew(
      `The database has the migration ${unknown.join(', ')}, which this version does not know; install the version that wrote it, or a newer one.`,
    );
  }
}

async function record(transaction: Transaction<Ledger>, name: string): Promise<void> {
  await transaction
    .insertInto('schema_migrations')
    .values({ name, applied_at: Date.now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** A database, or a transaction, as a migration sees it. */
export function schemaOf(
  transaction: Pick<Kysely<unknown>, 'executeQuery'>,
  dialect: Database['dialect'],
): MigrationSchema {
  return {
    dialect,
    async run(text, parameters = []) {
      await transaction.executeQuery(CompiledQuery.raw(text, [...parameters]));
    },
    async all(text, parameters = []) {
      const { rows } = await transaction.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(text, [...parameters]),
      );
      return rows;
    },
  };
}
