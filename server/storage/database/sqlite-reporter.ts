import type { Logger } from 'pino';

import { watchDependency, type Dependency } from '../dependency.ts';
import { explainSqlite, isDamage, isOutage, SqliteMoved } from './sqlite-errors.ts';

/** Logs one line for an outage of the file and one for the recovery; and one, once, when it is corrupt. */
export function reportTo(log: Pick<Logger, 'error' | 'info'>, path: string): Pick<Dependency, 'failed' | 'worked'> {
  const database = watchDependency('the database', log);
  const moved = watchDependency('the database file', log);
  // Other parts of a corrupt file still work, which does not mean that it is sound again.
  const soundness = watchDependency('a part of the database', log);
  return {
    failed(error) {
      if (!isOutage(error)) return;
      const dependency = error instanceof SqliteMoved ? moved : isDamage(error) ? soundness : database;
      dependency.failed(error, explainSqlite(error, path) ?? undefined);
    },
    worked() {
      database.worked();
      moved.worked();
    },
  };
}
