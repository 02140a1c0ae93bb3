import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { createRuleTable, type Match, type Rule, type RuleTable } from './table.ts';

/** The redirects of the owner, in memory: they are looked up for each path that is not found. */
export interface RedirectStore {
  /** Finds the rule of a path below that of the site. */
  find(path: string): Promise<Match | null>;
  /** Forgets the rules after the table has changed. */
  drop(): void;
}

export function createRedirectStore(em: SqlEntityManager): RedirectStore {
  let cached: Promise<RuleTable> | null = null;

  function load(): Promise<RuleTable> {
    const loading = storedRules(em.fork()).then(createRuleTable);
    cached = loading;
    loading.catch(() => {
      if (cached === loading) cached = null;
    });
    return loading;
  }

  return {
    find: async (path) => (await (cached ?? load())).match(path),
    drop() {
      cached = null;
    },
  };
}

/** All rules, in the transaction that surrounds the call if there is one. */
export function storedRules(em: SqlEntityManager): Promise<Rule[]> {
  return kyselyOf(em).selectFrom('redirect_rules').select(['id', 'source', 'target', 'status']).execute();
}
