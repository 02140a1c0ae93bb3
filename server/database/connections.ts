import {
  type Configuration,
  EventType,
  type Dictionary,
  type LoggingOptions,
  type QueryResult,
  type Transaction,
} from '@mikro-orm/core';
import { AbstractSqlConnection, AbstractSqlDriver, SqlitePlatform } from '@mikro-orm/sql';
import type { Dialect, Kysely, QueryResult as KyselyResult } from 'kysely';
import { CompiledQuery } from 'kysely';

import { bindQuery, type Query, type QueryParams } from './binding.ts';

/** MikroORM's driver for SQLite, binding its values. */
export class SqliteDriver extends AbstractSqlDriver<SqliteConnection> {
  constructor(config: Configuration) {
    super(config, new SqlitePlatform(), SqliteConnection, ['kysely', 'better-sqlite3']);
  }
}

/**
 * MikroORM 7 writes escaped values into the SQL text. Here they go to the driver as parameters instead,
 * through the Kysely client that the application uses as well (`driverOptions`).
 */
export abstract class BindingConnection extends AbstractSqlConnection {
  protected abstract placeholder(position: number): string;

  override createKyselyDialect(): Dialect {
    throw new Error('The Kysely client comes from openDatabase, through the option driverOptions.');
  }

  override async execute<T extends QueryResult | Dictionary | Dictionary[] = Dictionary[]>(
    query: Query,
    params: QueryParams = [],
    method: 'all' | 'get' | 'run' = 'all',
    transaction?: Transaction,
    options?: LoggingOptions,
  ): Promise<T> {
    await this.ensureConnection();
    const client: Kysely<unknown> = transaction ?? this.getClient();
    const result = await client.executeQuery(this.compile(query, params), abortOptions(options));
    return this.transformRawResult<T>(result, method);
  }

  /** As MikroORM's own, except that a subscriber that throws leaves no transaction open. */
  override async begin(options: BeginOptions = {}): ReturnType<AbstractSqlConnection['begin']> {
    const { eventBroadcaster, ...rest } = options;
    await eventBroadcaster?.dispatchEvent(EventType.beforeTransactionStart, options.ctx);
    const transaction = await super.begin(rest);
    try {
      await eventBroadcaster?.dispatchEvent(EventType.afterTransactionStart, transaction);
      return transaction;
    } catch (error) {
      await super.rollback(transaction).catch(() => undefined);
      throw error;
    }
  }

  /** As MikroORM's own, except that it rolls back also when a subscriber throws. */
  override async rollback(...[transaction, eventBroadcaster, context]: RollbackParameters): Promise<void> {
    try {
      await eventBroadcaster?.dispatchEvent(EventType.beforeTransactionRollback, transaction);
    } finally {
      await super.rollback(transaction, undefined, context);
    }
    await eventBroadcaster?.dispatchEvent(EventType.afterTransactionRollback, transaction);
  }

  override async *stream<T extends Dictionary>(
    query: Query,
    params: QueryParams = [],
    // oxlint-disable-next-line typescript/no-explicit-any -- as MikroORM declares it
    transaction?: Transaction<Kysely<any>>,
    options?: LoggingOptions,
    chunkSize = 100,
  ): AsyncIterableIterator<T> {
    await this.ensureConnection();
    const client: Kysely<unknown> = transaction ?? this.getClient();
    // Kysely's SQLite driver streams nothing but select nodes, and looks at the kind only.
    const compiled = { ...this.compile(query, params), query: { kind: 'SelectQueryNode' } } as CompiledQuery;
    for await (const chunk of client.getExecutor().stream<T>(compiled, chunkSize, abortOptions(options))) {
      yield* this.transformRawResult<T[]>(chunk satisfies KyselyResult<T>, 'all');
    }
  }

  private compile(query: Query, params: QueryParams): CompiledQuery {
    const { sql, parameters } = bindQuery(query, params, this.platform, this.placeholder);
    return CompiledQuery.raw(sql, parameters);
  }
}

type BeginOptions = NonNullable<Parameters<AbstractSqlConnection['begin']>[0]>;
type RollbackParameters = Parameters<AbstractSqlConnection['rollback']>;

class SqliteConnection extends BindingConnection {
  protected override placeholder(): string {
    return '?';
  }
}

/** MikroORM passes the abort signal of `em.fork({ signal })` among the logging options. */
function abortOptions(options: LoggingOptions | undefined): { signal?: AbortSignal } | undefined {
  const signal = (options as { signal?: AbortSignal } | undefined)?.signal;
  return signal && { signal };
}
