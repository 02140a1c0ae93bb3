import type { DatabaseConnection, Dialect, Driver } from 'kysely';

import { beforeDeadline, toCleanUp } from '../../routers/deadline.ts';

/**
 * Holds every call of a driver to the deadline of the request that makes it, also when the driver itself never settles.
 * The one place where this is done, for both engines, for entities and for Kysely's queries.
 */
export function heldToDeadline(dialect: Dialect): Dialect {
  return {
    createDriver: () => held(dialect.createDriver()),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

function held(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const begin = driver.beginTransaction.bind(driver);
  const rollBack = driver.rollbackTransaction.bind(driver);

  driver.acquireConnection = async (options) => {
    let acquiring: Promise<DatabaseConnection> | undefined;
    const connection = await beforeDeadline(() => (acquiring = acquire(options))).catch((error: unknown) => {
      // One that comes later goes back at once.
      acquiring?.then((late) => driver.releaseConnection(late)).catch(() => undefined);
      throw error;
    });
    // Both drivers lend an object of its own each time.
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
