import { administrator, rest, router } from '../trpc.ts';
import { measured, measureInput, unmeasuredList } from './schemas.ts';
import { measure } from './sizes.ts';
import { unmeasured } from './unmeasured.ts';

export const picturesRouter = router({
  unmeasured: administrator
    .meta(
      rest('GET', '/api/admin/pictures', 'Pictures in posts whose size is not known', {
        description:
          'Pages keep the room of a picture free when they know its size. The service fetches no picture; ' +
          "the administrator's browser measures these.",
      }),
    )
    .output(unmeasuredList)
    .query(async ({ ctx }) => ({ ok: true, pictures: await unmeasured(ctx) })),

  measure: administrator
    .meta(
      rest('PUT', '/api/admin/pictures', 'Say how large pictures are', {
        description: 'In CSS pixels; 0 by 0 for one that does not come, which is asked for again after a week.',
      }),
    )
    .input(measureInput)
    .output(measured)
    .mutation(async ({ ctx, input }) => {
      await measure(ctx, input);
      return { ok: true };
    }),
});
