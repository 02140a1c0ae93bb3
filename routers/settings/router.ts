import { administrator, publicRead, rest, router } from '../core/procedures.ts';
import { changeSettings } from './change.ts';
import { checkCustomCss } from './custom-css.ts';
import { previewInput, previewShape, settingsInput, settingsShape, siteShape } from '../data/settings/schemas.ts';

export const settingsRouter = router({
  get: administrator
    .meta(rest('GET', '/api/admin/settings', 'Get all settings'))
    .output(settingsShape)
    .query(async ({ ctx }) => ({ ok: true, ...(await ctx.settings.current()) })),

  update: administrator
    .meta(rest('PUT', '/api/admin/settings', 'Change settings; absent ones keep their values'))
    .input(settingsInput)
    .output(settingsShape)
    .mutation(async ({ ctx, input }) => {
      await changeSettings(ctx, input);
      return { ok: true, ...(await ctx.settings.current()) };
    }),

  preview: administrator
    .meta(
      rest('POST', '/api/admin/settings/preview', 'Show the site with other settings, without storing them', {
        description: 'A page as HTML without scripts, and the style sheet of the owner.',
      }),
    )
    .input(previewInput)
    .output(previewShape)
    .mutation(async ({ ctx, input: { page, ...changes } }) => {
      await checkCustomCss(ctx, changes);
      return { ok: true, ...(await ctx.previewSite(ctx, { ...(await ctx.settings.current()), ...changes }, page)) };
    }),

  site: publicRead
    .meta(
      rest('GET', '/api/site', 'Get the public settings of the site', {
        description: 'Title, language, time zone and what else a front end needs.',
        dependsOn: () => ['settings'],
      }),
    )
    .output(siteShape)
    .query(async ({ ctx }) => {
      const settings = await ctx.settings.current();
      // The links in mails need the address of the site.
      return { ok: true, ...settings, offersMail: ctx.policy.offersMail && settings.siteUrl !== '' };
    }),
});
