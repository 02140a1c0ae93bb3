import { EventType, type Dictionary, type LoggingOptions, type QueryResult, type Transaction } from '@mikro-orm/core';
import type { AbstractSqlConnection } from '@mikro-orm/sql';
import { CompiledQuery, type Dialect, type Kysely, type QueryResult as KyselyResult } from 'kysely';

import { bindQuery, type Query, type QueryParams } from './binding.ts';

/**
 * Extends a connection class of MikroORM to bind values. MikroORM 7 writes escaped values into the SQL text; here they are
 * passed to the driver as parameters, through the same Kysely client that the application uses (`driverOptions`).
 *
 * @param placeholder returns the placeholder of the n-th value, counted from 1
 */
export function bindValues<C extends ConnectionClass>(Base: C, placeholder: (position: number) => string): C {
  return class extends Base {
    override async execute<T extends QueryResult | Dictionary | Dictionary[] = Dictionary[]>(
      query: Query,
      params: QueryParams = [],
      method: 'all' | 'get' | 'run' = 'all',
      transaction?: Transaction,
      options?: LoggingOptions,
    ): Promise<T> {
      await this.ensureConnection();
      const client: Kysely<unknown> = transaction ?? this.getClient();
      const result = await client.executeQuery(this.#compile(query, params), abortOptions(options));
      return this.transformRawResult<T>(result, method);
    }

    /** Like that of MikroORM, but a subscriber that throws leaves no transaction open. */
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

    /** Like that of MikroORM, but it also rolls back when a subscriber throws. */
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
      // Kysely's SQLite driver streams only select nodes, and checks nothing but the kind.
      const compiled = { ...this.#compile(query, params), query: { kind: 'SelectQueryNode' } } as CompiledQuery;
      for await (const chunk of client.getExecutor().stream<T>(compiled, chunkSize, abortOptions(options))) {
        yield* this.transformRawResult<T[]>(chunk satisfies KyselyResult<T>, 'all');
      }
    }

    #compile(query: Query, params: QueryParams): CompiledQuery {
      const { sql, parameters } = bindQuery(query, params, this.platform, placeholder);
      return CompiledQuery.raw(sql, parameters);
    }
  };
}

/** The common members of the connection classes of both engines. */
interface SqlConnection extends AbstractSqlConnection {
  createKyselyDialect(options: Dictionary): Dialect;
}
// oxlint-disable-next-line typescript/no-explicit-any -- TypeScript accepts no other parameters for a mixin
type ConnectionClass = new (...args: any[]) => SqlConnection;
type BeginOptions = NonNullable<Parameters<AbstractSqlConnection['begin']>[0]>;
type RollbackParameters = Parameters<AbstractSqlConnection['rollback']>;

/** MikroORM passes the abort signal of `em.fork({ signal })` in the logging options. */
function abortOptions(options: LoggingOptions | undefined): { signal?: AbortSignal } | undefined {
  const signal = (options as { signal?: AbortSignal } | undefined)?.signal;
  return signal && { signal };
}
