import { administrator, rest, router } from '../core/procedures.ts';
import { eraseKept } from './erase.ts';
import { listKept } from './list.ts';
import { erasedData, keptData, parsePerson, personInput } from './schemas.ts';

/** Requires a session. Both are POST, because URLs are logged. */
export const privacyRouter = router({
  list: administrator
    .meta(
      rest('POST', '/api/admin/privacy/list', 'List the data stored about an e-mail address or an IP address', {
        description: 'Comments with their texts, and how much there is of everything else.',
      }),
    )
    .input(personInput)
    .output(keptData)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await listKept(ctx, parsePerson(input.of)!)) })),

  erase: administrator
    .meta(
      rest('POST', '/api/admin/privacy/erase', 'Erase the data stored about an e-mail address or an IP address', {
        needsProof: true,
        description: 'In one transaction, for good. Comments with replies stay as empty ones.',
      }),
    )
    .input(personInput)
    .output(erasedData)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await eraseKept(ctx, parsePerson(input.of)!)) })),
});
