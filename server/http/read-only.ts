import type { Context } from 'koa';

import { refuse } from '../../routers/errors.ts';

const ALLOW = 'GET, HEAD, OPTIONS';

/**
 * For an address that is only read: answers OPTIONS.
 *
 * @returns whether the request reads, so that the caller answers it
 * @throws METHOD_NOT_ALLOWED
 */
export function isRead(ctx: Context): boolean {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return true;
  ctx.set('Allow', ALLOW);
  if (ctx.method !== 'OPTIONS') throw refuse('METHOD_NOT_ALLOWED', `This address takes ${ALLOW} only.`);
  ctx.status = 204;
  return false;
}
