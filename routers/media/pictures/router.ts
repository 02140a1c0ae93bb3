import { administrator, rest, router } from '../../core/procedures.ts';
import { measured, measureInput, unmeasuredList } from './schemas.ts';
import { measure } from './sizes.ts';
import { listUnmeasured } from './unmeasured.ts';

export const picturesRouter = router({
  unmeasured: administrator
    .meta(
      rest('GET', '/api/admin/pictures', 'List images in posts whose size is not known', {
        description:
          'Pages reserve the space of an image whose size they know. The service fetches no image; ' +
          "the administrator's browser measures these.",
      }),
    )
    .output(unmeasuredList)
    .query(async ({ ctx }) => ({ ok: true, pictures: await listUnmeasured(ctx) })),

  measure: administrator
    .meta(
      rest('PUT', '/api/admin/pictures', 'Store the sizes of images', {
        description: 'In CSS pixels; 0 by 0 for one that cannot be loaded, which is listed again after a week.',
      }),
    )
    .input(measureInput)
    .output(measured)
    .mutation(async ({ ctx, input }) => {
      await measure(ctx, input);
      return { ok: true };
    }),
});
