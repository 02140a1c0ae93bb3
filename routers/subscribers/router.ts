import { logSecurityEvent } from '../base/security-events.ts';
import { administrator, publicWrite, rest, router } from '../core/procedures.ts';
import { exportSubscribers } from './export.ts';
import { importSubscribers } from './import.ts';
import {
  accepted,
  addressInput,
  exportInput,
  exportPage,
  idInput,
  importInput,
  importReport,
  listInput,
  oneSubscriber,
  removed,
  subscriberList,
  type SubscriberShape,
} from './schemas.ts';
import { requestSubscription } from './subscribe.ts';
import { addSubscriber, getSubscriber, listSubscribers, removeSubscriber, subscriberNotFound } from './subscribers.ts';

const PATH = '/api/admin/subscribers';

/** Requires a session, because the addresses are personal data. */
export const subscribersRouter = router({
  subscribe: publicWrite
    .meta(
      rest('POST', '/api/subscribers', 'Subscribe to new posts by e-mail', {
        description:
          'A mail with a link asks to confirm the address, at most one in 24 hours for a mailbox. The response is the same for every address.',
        status: 202,
        limit: 'subscriptions',
        errors: ['SUBSCRIPTIONS_CLOSED'],
      }),
    )
    .input(addressInput)
    .output(accepted)
    .mutation(async ({ ctx, input }) => {
      await requestSubscription(ctx, input);
      return { ok: true };
    }),

  list: administrator
    .meta(rest('GET', PATH, 'List the subscribers, newest first'))
    .input(listInput.prefault({}))
    .output(subscriberList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listSubscribers(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  add: administrator
    .meta(
      rest('POST', PATH, 'Add a subscriber who has agreed', {
        description:
          'The address is confirmed at once, and gets no mail that asks for it. One that was erased stays pending, and is asked by mail.',
        status: 201,
        location: ({ subscriber }: { subscriber: SubscriberShape }) => `${PATH}/${subscriber.id}`,
        errors: ['SUBSCRIPTIONS_CLOSED', 'SUBSCRIBER_EXISTS', 'SUBSCRIPTION_ENDED'],
      }),
    )
    .input(addressInput)
    .output(oneSubscriber)
    .mutation(async ({ ctx, input }) => ({ ok: true, subscriber: await addSubscriber(ctx, input) })),

  get: administrator
    .meta(rest('GET', `${PATH}/{id}`, 'Get a subscriber', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(oneSubscriber)
    .query(async ({ ctx, input }) => ({ ok: true, subscriber: await getSubscriber(ctx, input.id) })),

  remove: administrator
    .meta(rest('DELETE', `${PATH}/{id}`, 'Delete a subscriber with the address', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(removed)
    .mutation(async ({ ctx, input }) => {
      await ctx.em.fork().transactional(async (tx) => {
        if ((await removeSubscriber(tx, ctx.clock, input.id)) === null) throw subscriberNotFound();
      });
      return { ok: true, id: input.id };
    }),

  import: administrator
    .meta(
      rest('POST', `${PATH}/import`, 'Import subscribers from a CSV file', {
        description:
          'Takes addresses whose people have agreed: they are confirmed at once. At most 10,000 rows. Rows that are not taken are in the report, with the reason.',
        takesLong: true,
      }),
    )
    .input(importInput)
    .output(importReport)
    .mutation(async ({ ctx, input }) => {
      const report = await importSubscribers(ctx, input);
      if (!input.dryRun) logSecurityEvent(ctx, 'subscribers.imported', { added: report.added });
      return { ok: true, ...report };
    }),

  export: administrator
    .meta(
      rest('GET', `${PATH}/export`, 'Export the subscribers as a CSV file, page by page', {
        description: 'The file is the `csv` of all pages, one after another.',
        takesLong: true,
      }),
    )
    .input(exportInput.prefault({}))
    .output(exportPage)
    .query(async ({ ctx, input }) => {
      if (input.cursor === undefined) logSecurityEvent(ctx, 'subscribers.exported');
      return { ok: true, ...(await exportSubscribers(ctx, input.cursor)) };
    }),
});
