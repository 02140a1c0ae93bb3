import { SqliteConnection, SqliteDriver } from '@mikro-orm/sqlite';

import { bindValues } from './binding-connection.ts';

const BindingConnection = bindValues(SqliteConnection, () => '?');

/** MikroORM's driver for SQLite, binding its values. */
export class BindingSqliteDriver extends SqliteDriver {
  override readonly connection = new BindingConnection(this.config);
}
