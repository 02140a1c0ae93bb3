import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';

import { bindValues } from './binding-connection.ts';

const BindingConnection = bindValues(PostgreSqlConnection, (position) => `$${position}`);

/** MikroORM's driver for PostgreSQL, with bound values. */
export class BindingPostgresDriver extends PostgreSqlDriver {
  override readonly connection = new BindingConnection(this.config);
}
