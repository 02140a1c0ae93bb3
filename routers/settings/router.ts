import { administrator, publicRead, rest, router } from '../trpc.ts';
import { settingsInput, settingsShape, siteShape } from './schemas.ts';
import { readSettings, writeSettings } from './store.ts';

export const settingsRouter = router({
  get: administrator
    .meta(rest('GET', '/api/admin/settings', 'All settings'))
    .output(settingsShape)
    .query(async ({ ctx }) => ({ ok: true, ...(await readSettings(ctx)) })),

  update: administrator
    .meta(rest('PUT', '/api/admin/settings', 'Change settings; those left out stay as they are'))
    .input(settingsInput)
    .output(settingsShape)
    .mutation(async ({ ctx, input }) => {
      await writeSettings(ctx, input);
      return { ok: true, ...(await readSettings(ctx)) };
    }),

  site: publicRead
    .meta(rest('GET', '/api/site', 'What visitors may know about the site'))
    .output(siteShape)
    .query(async ({ ctx }) => ({ ok: true, ...(await readSettings(ctx)) })),
});
