import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { noteObject } from '../data/audit.ts';
import { timestamp } from '../base/clock.ts';
import { appError, fieldError, type AppError } from '../base/errors.ts';
import { newId } from '../base/new-id.ts';
import type { CallContext } from '../core/context.ts';
import { isLike, likePattern } from '../data/words/contains.ts';
import { lockExclusively } from '../data/exclusive-lock.ts';
import { findLoops } from '../data/redirects/loops.ts';
import { storedRules } from '../data/redirects/store.ts';
import type { Rule } from '../data/redirects/table.ts';
import { readRule, type RuleValues } from './read-rule.ts';
import type { ChangeInput, ListInput, RedirectShape, RuleInput } from './schemas.ts';

/** The maximum number of redirects. */
export const MOST_RULES = 10_000;

/** What is wrong with a rule of a loop. */
export const LOOP = 'This redirect leads back to itself, directly or by way of others: choose another target.';

/** One page of the redirects by path, with their counts. */
export async function listRules({ em, pathTally }: CallContext, { page, pageSize, search }: ListInput) {
  await pathTally.flush();
  const all = kyselyOf(em)
    .selectFrom('redirect_rules')
    .$if(search !== undefined && search !== '', (query) =>
      query.where(({ or }) => {
        const pattern = likePattern(search!);
        return or([isLike('source', pattern), isLike('target', pattern)]);
      }),
    );
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await all
    .select(shown)
    .orderBy('source')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { redirects: rows.map(toShape), total: Number(total) };
}

/** @throws NOT_FOUND */
export async function getRule({ em, pathTally }: CallContext, id: string): Promise<RedirectShape> {
  await pathTally.flush();
  return toShape(await findRule(em, id));
}

/**
 * Adds a redirect.
 *
 * @throws BAD_REQUEST for an invalid rule and for a loop, REDIRECT_EXISTS, TOO_MANY_REDIRECTS
 */
export function addRule(ctx: CallContext, input: RuleInput): Promise<RedirectShape> {
  const values = valid(input);
  const row = {
    id: noteObject(newId('rr', ctx.clock)),
    ...values,
    hits: 0,
    hit_at: null,
    created_at: timestamp(ctx.clock),
  };
  return ctx.em.fork().transactional(async (tx) => {
    await lockExclusively(tx, 'redirects');
    const rules = await storedRules(tx);
    if (rules.some(({ source }) => source === values.source)) throw appError('REDIRECT_EXISTS');
    if (rules.length >= MOST_RULES) throw appError('TOO_MANY_REDIRECTS');
    await refuseLoop(ctx, [...rules, row], row);
    await kyselyOf(tx).insertInto('redirect_rules').values(row).execute();
    return toShape(row);
  });
}

/**
 * Changes a redirect; absent fields stay as they are.
 *
 * @throws NOT_FOUND, BAD_REQUEST for an invalid rule and for a loop, REDIRECT_EXISTS
 */
export function changeRule(ctx: CallContext, { id, ...changes }: ChangeInput): Promise<RedirectShape> {
  return ctx.em.fork().transactional(async (tx) => {
    await lockExclusively(tx, 'redirects');
    const before = await findRule(tx, id);
    const status = changes.status ?? statusOf(before.status);
    // What becomes gone leads nowhere any more.
    const to = changes.to ?? (status === 410 ? undefined : (before.target ?? undefined));
    const values = valid({ from: changes.from ?? before.source, ...(to !== undefined && { to }), status });
    const rules = await storedRules(tx);
    if (rules.some((rule) => rule.source === values.source && rule.id !== id)) throw appError('REDIRECT_EXISTS');
    const changed = { id, ...values };
    await refuseLoop(
      ctx,
      rules.map((rule) => (rule.id === id ? changed : rule)),
      changed,
    );
    await kyselyOf(tx).updateTable('redirect_rules').set(values).where('id', '=', id).execute();
    return toShape({ ...before, ...values });
  });
}

/** @throws NOT_FOUND */
export async function removeRule({ em }: CallContext, id: string): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const removed = kyselyOf(tx).deleteFrom('redirect_rules').where('id', '=', id);
    if ((await removed.executeTakeFirstOrThrow()).numDeletedRows === 0n) throw ruleNotFound();
  });
}

async function findRule(tx: SqlEntityManager, id: string): Promise<Row> {
  const row = await kyselyOf(tx).selectFrom('redirect_rules').select(shown).where('id', '=', id).executeTakeFirst();
  if (!row) throw ruleNotFound();
  return row;
}

async function refuseLoop({ settings }: CallContext, rules: readonly Rule[], changed: Rule): Promise<void> {
  const { siteUrl } = await settings.current();
  if ((await findLoops(rules, siteUrl, changed)).length > 0) throw fieldError('to', LOOP);
}

function valid(input: RuleInput): RuleValues {
  const read = readRule(input);
  if ('reason' in read) throw fieldError(read.field, read.reason);
  return read;
}

function ruleNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no redirect with this id.');
}

const shown = ['id', 'source', 'target', 'status', 'hits', 'hit_at', 'created_at'] as const;

interface Row extends RuleValues {
  id: string;
  hits: number;
  hit_at: string | null;
  created_at: string;
}

function toShape({ id, source, target, status, hits, hit_at, created_at }: Row): RedirectShape {
  return {
    id,
    from: source,
    ...(target !== null && { to: target }),
    status: statusOf(status),
    hits,
    ...(hit_at !== null && { lastHitAt: hit_at }),
    createdAt: created_at,
  };
}

function statusOf(status: number): 301 | 302 | 410 {
  return status === 302 || status === 410 ? status : 301;
}
