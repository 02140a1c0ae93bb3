import { SqliteConnection, SqliteDriver } from '@mikro-orm/sqlite';

import { bindValues } from './binding-connection.ts';

const BindingConnection = bindValues(SqliteConnection, () => '?');

/** The SQLite driver of MikroORM, with bound values. */
export class BindingSqliteDriver extends SqliteDriver {
  override readonly connection = new BindingConnection(this.config);
}
