import type { Kysely } from 'kysely';

import type { Tables } from '../entities/index.ts';
import { isAdministrator } from './admin/sessions.ts';
import type { CallContext } from './context.ts';

/** Where a call reads what looks at much (`Readers`): what visitors look for never keeps the owner waiting. */
export function readerOf(ctx: CallContext): Kysely<Tables> {
  return isAdministrator(ctx) ? ctx.readers.owner : ctx.readers.visitors;
}
