import type { Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { isAdministrator } from '../base/callers.ts';
import type { CallContext } from './context.ts';

/** The connection for the expensive reads of a call (`Readers`): reads of visitors never delay the owner's. */
export function readerOf(ctx: CallContext): Kysely<Tables> {
  return isAdministrator(ctx) ? ctx.readers.owner : ctx.readers.visitors;
}
