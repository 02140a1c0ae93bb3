import { accentOf } from '../../../../shared/accent.ts';
import { sitePathOf } from '../../../../shared/site-address.ts';
import { siteFonts, type SiteFontName } from '../../../../shared/site-fonts.ts';
import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import { sha256 } from '../../../../routers/base/secrets.ts';
import { substituteOf } from './font-substitutes.ts';
import { fontFaces, latinFile } from './fonts.ts';

/** The settings that styles are made of. */
export type StyleSettings = Pick<
  Settings,
  'accentColor' | 'bodyFont' | 'headingFont' | 'customCss' | 'language' | 'siteUrl'
>;

/** The style sheet of the owner's choices: colour, fonts, and CSS of their own. */
export interface OwnStyles {
  css: string;
  /** Its URL, which changes with its content. */
  path: string;
}

/** The paths of such files. */
export const OWN_STYLES = /^\/assets\/own-[0-9a-f]{16}\.css$/;
/** The path of the current one, whatever its content, for previews. */
export const CURRENT_STYLES = '/assets/own.css';

/** Made once for each state of the settings. */
const made = new WeakMap<StyleSettings, OwnStyles | null>();

/** @returns null while all settings have their defaults */
export function ownStyles(settings: StyleSettings): OwnStyles | null {
  const known = made.get(settings);
  if (known !== undefined) return known;
  const styles = makeStyles(settings);
  made.set(settings, styles);
  return styles;
}

function makeStyles(settings: StyleSettings): OwnStyles | null {
  const parts = [accentRules(settings), fontRules(settings), ownRules(settings)];
  const css = parts.filter((part) => part !== '').join('\n');
  return css === '' ? null : { css, path: `/assets/own-${sha256(css).slice(0, 16)}.css` };
}

function accentRules({ accentColor }: StyleSettings): string {
  return accentColor === '' ? '' : colorRules(accentColor);
}

/** The style sheet of an accent colour, in both colour schemes. @param color such as `#2f5d50` */
export function colorRules(color: string): string {
  const { light, dark } = accentOf(color);
  const both = (name: 'accent' | 'onAccent' | 'tint') => `light-dark(${light[name]}, ${dark[name]})`;
  return `:root{--accent:${both('accent')};--on-accent:${both('onAccent')};--tint:${both('tint')}}`;
}

function fontRules({ bodyFont, headingFont }: StyleSettings): string {
  const names = new Set([bodyFont, headingFont].filter((name) => name !== 'system'));
  if (names.size === 0) return '';
  const rules = [...names].map((name) => fontFaces(name, name !== bodyFont));
  // As specific as the rule for Chinese, Japanese and Korean in names.css: their letters come from the fonts behind.
  const everywhere = ':is(:root,[lang]):is(:root,[lang])';
  if (bodyFont !== 'system') rules.push(`${everywhere}{--text:${fontStack(bodyFont)}}`);
  if (bodyFont !== 'system' && siteFonts[bodyFont].kind === 'sans') rules.push(`:root{--sans:${fontStack(bodyFont)}}`);
  if (headingFont !== 'system') {
    rules.push(`${everywhere}{--heading:${fontStack(headingFont)}}`);
    rules.push(':is(h1,h2,h3,h4,h5,h6,.top .name){font-family:var(--heading)}');
  }
  return rules.join('\n');
}

/** The font files that the first screen of a page in Latin letters needs: those of its text and of its headings. */
export function firstFonts({ bodyFont, headingFont, language }: StyleSettings): string[] {
  if (!isLatin(language)) return [];
  const forHeadings = headingFont === 'system' ? bodyFont : headingFont;
  return [
    ...(bodyFont === 'system' ? [] : [latinFile(bodyFont, 400)]),
    ...(forHeadings === 'system' ? [] : [latinFile(forHeadings, 700)]),
  ];
}

function isLatin(language: string): boolean {
  return new Intl.Locale(language).maximize().script === 'Latn';
}

/** The CSS of the owner, whose paths begin at the site. */
function ownRules({ customCss, siteUrl }: StyleSettings): string {
  return customCss.trim().replaceAll(/\/(?<=url\(\s*["']?\/)/gi, `${sitePathOf(siteUrl)}/`);
}

function fontStack(name: SiteFontName): string {
  const { family, kind } = siteFonts[name];
  return `"${family}","${substituteOf(name)}",var(--system-${kind})`;
}
