import { SqliteConnection, SqliteDriver } from '@mikro-orm/sqlite';

import { bindValues } from './binding-connection.ts';
import { SqliteNotCommitted } from './sqlite-errors.ts';

/** MikroORM only logs the error of a failed ROLLBACK. */
class Connection extends bindValues(SqliteConnection, () => '?') {
  readonly #failures = new WeakMap<object, SqliteNotCommitted>();

  /** @throws SqliteNotCommitted instead of the error that led to the ROLLBACK */
  override async transactional<T>(...[work, options]: Parameters<SqliteConnection['transactional']>): Promise<T> {
    let own: object | undefined;
    try {
      return (await super.transactional((transaction) => work((own = transaction)), options)) as T;
    } catch (error) {
      throw (own && this.#failures.get(own)) ?? error;
    }
  }

  override async rollback(...args: Parameters<SqliteConnection['rollback']>): Promise<void> {
    try {
      await super.rollback(...args);
    } catch (error) {
      if (error instanceof SqliteNotCommitted) this.#failures.set(args[0], error);
      throw error;
    }
  }
}

/** The SQLite driver of MikroORM, with bound values. */
export class BindingSqliteDriver extends SqliteDriver {
  override readonly connection = new Connection(this.config);
}
