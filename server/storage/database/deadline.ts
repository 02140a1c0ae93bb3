import type { DatabaseConnection, Dialect, Driver } from 'kysely';

import { beforeDeadline, toCleanUp } from '../../../routers/base/deadline.ts';

/**
 * Enforces the deadline of the request on every call of a driver, even if the driver never settles. This is the only
 * place that does so, for both engines, entities and Kysely queries.
 */
export function enforceDeadline(dialect: Dialect): Dialect {
  return {
    createDriver: () => enforceOn(dialect.createDriver()),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

function enforceOn(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const begin = driver.beginTransaction.bind(driver);
  const rollBack = driver.rollbackTransaction.bind(driver);

  driver.acquireConnection = async (options) => {
    let acquiring: Promise<DatabaseConnection> | undefined;
    const connection = await beforeDeadline(() => (acquiring = acquire(options))).catch((error: unknown) => {
      // Releases a connection that arrives later.
      acquiring?.then((late) => driver.releaseConnection(late)).catch(() => undefined);
      throw error;
    });
    // Both drivers return a new object each time.
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, more) => beforeDeadline((signal) => execute(query, { ...more, signal }));
    return connection;
  };
  // Kysely's `startTransaction` does not release the connection when this throws.
  driver.beginTransaction = async (connection, settings) => {
    try {
      await beforeDeadline(() => begin(connection, settings));
    } catch (error) {
      await driver.releaseConnection(connection);
      throw error;
    }
  };
  driver.rollbackTransaction = (connection) => toCleanUp(() => rollBack(connection));
  return driver;
}
