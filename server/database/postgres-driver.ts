import type { Configuration } from '@mikro-orm/core';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { AbstractSqlDriver } from '@mikro-orm/sql';

import { BindingConnection } from './connections.ts';

/** MikroORM's driver for PostgreSQL, binding its values. */
export class PostgresDriver extends AbstractSqlDriver<PostgresConnection> {
  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), PostgresConnection, ['kysely', 'pg']);
  }
}

class PostgresConnection extends BindingConnection {
  protected override placeholder(position: number): string {
    return `$${position}`;
  }
}
