import { fileURLToPath } from 'node:url';

import type { Settings } from '../../../routers/data/settings/schemas.ts';
import type { Language } from './filters.ts';
import { directionOf } from '../../../shared/direction.ts';
import { localeFor } from '../locales.ts';
import { ICON_SIZES, iconUrl } from './identity/icons.ts';
import { firstFonts, ownStyles } from './identity/styles.ts';
import type { Engine } from './liquid.ts';
import { linksOf } from './navigation.ts';
import { packageFile } from '../../process/package-files.ts';
import { relocate } from '../../config/relocate.ts';
import { sitePathOf } from '../../../shared/site-address.ts';
import { runAsync } from './run-async.ts';
import { themeScript } from '../../http/theme-script.ts';

/** The template of a page and its variables, which docs/themes.md lists. */
export interface View {
  template: string;
  values: Record<string, unknown>;
}

/** Renders pages. */
export interface Templates {
  /** Renders the whole document without blocking the event loop. */
  render(site: Settings, view: View): Promise<string>;
}

const defaultTheme = fileURLToPath(packageFile('client/site/templates'));

/**
 * Opens the templates. Output is escaped unless a template uses `| raw`.
 *
 * @param themeDir a folder whose templates override the default ones; null for none
 * @param options.escapes false for plain text
 * @param options.frame the layout of the pages that the service has without the reading site too
 */
export function openTemplates(
  themeDir: string | null,
  { escapes = true, frame = 'layout' }: { escapes?: boolean; frame?: 'layout' | 'bare' } = {},
): Templates {
  const roots = themeDir === null ? [defaultTheme] : [themeDir, defaultTheme];
  let engineOnce: Promise<Engine> | undefined;
  return {
    async render(site, { template, values }) {
      const { engine, Context } = await (engineOnce ??= loadEngine(roots, escapes));
      const { language } = site;
      const sitePath = sitePathOf(site.siteUrl);
      const globals = {
        site: { ...site, direction: directionOf(language) },
        site_path: sitePath,
        language,
        locale: localeFor(language),
      };
      const menus = {
        navigation: linksOf(site, site.navigation, values),
        footer_navigation: site.footerNavigation && linksOf(site, site.footerNavigation, values),
      };
      const scope = {
        theme_script: themeScript,
        frame,
        og_locale: openGraphLocale(language),
        ...menus,
        ...identityOf(site),
        ...values,
      };
      // The asynchronous mode of LiquidJS takes twice the CPU time, because it creates a promise for every node.
      const options = { globals: globals satisfies Language & object, sync: true };
      const context = new Context(scope, engine.options, options, { liquid: engine });
      const steps = engine.renderer.renderTemplates(engine.parseFileSync(template), context);
      const document = (await runAsync(steps as Generator)) as string;
      return escapes ? relocate(document, sitePath) : document;
    },
  };
}

/** Loads LiquidJS with the first page: a service that starts does without it. */
async function loadEngine(roots: string[], escapes: boolean): Promise<Engine> {
  return (await import('./liquid.ts')).openEngine(roots, escapes);
}

/** The variables of pages for the owner's colours, fonts, styles and icon. */
function identityOf(site: Settings) {
  const styles = ownStyles(site);
  const fonts = firstFonts(site);
  return {
    ...(fonts.length > 0 && { first_fonts: fonts }),
    ...(styles && { own_styles: styles.path }),
    ...(site.icon !== '' && {
      icons: Object.fromEntries(ICON_SIZES.map((size) => [`size_${size}`, iconUrl(site.icon, size)])),
    }),
  };
}

/** A language as Open Graph names it, such as `de_DE`. */
function openGraphLocale(language: string): string {
  const { language: spoken, region } = new Intl.Locale(language).maximize();
  return region === undefined ? spoken : `${spoken}_${region}`;
}
