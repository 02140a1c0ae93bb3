import { accentOf, type Accent } from '../../../shared/accent.ts';
import { baseLanguage } from '../../../shared/languages.ts';
import { siteFonts } from '../../../shared/site-fonts.ts';
import type { CallContext } from '../../../routers/core/context.ts';
import type { MailPicture } from '../../../routers/core/mail-texts.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import { pictureOf } from '../render/mail/cover.ts';

/** The blog's face in mails: template variable `look`. */
export interface MailLook extends Accent {
  /** Absent without one that mail clients show. */
  logo?: MailPicture;
  /** Values of `font-family`. */
  fonts: { text: string; heading: string };
}

const LOGO = { width: 240, height: 56 };

/** The accent colour of the site unless the owner sets one: client/site/styles/names.css. */
const USUAL_ACCENT = '#2f5d50';
/** Fonts of devices; nothing is loaded. The styles of a mail stand in double quotes, and these in single ones. */
const stacks = {
  serif:
    "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Noto Serif', 'Noto Naskh Arabic', 'Noto Serif Hebrew', Georgia, serif",
  sans: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif",
} as const;
/** On screens, these languages are sans-serif, as on the site. */
const SANS = new Set(['zh', 'ja', 'ko']);

/** The logo, colours and fonts of the blog, as mail clients can show them. */
export async function mailLook(
  call: Pick<CallContext, 'em' | 'policy' | 'settings'>,
  settings: Settings,
): Promise<MailLook> {
  const { accentColor, bodyFont, headingFont, logo, language } = settings;
  const text = fontStack(bodyFont, SANS.has(baseLanguage(language)) ? 'sans' : 'serif');
  const picture = logo === '' ? null : await pictureOf(call, logo, LOGO);
  return {
    ...accentOf(accentColor || USUAL_ACCENT),
    fonts: { text, heading: headingFont === 'system' ? text : fontStack(headingFont, 'serif') },
    ...(picture && { logo: picture }),
  };
}

function fontStack(font: Settings['bodyFont'], usual: keyof typeof stacks): string {
  if (font === 'system') return stacks[usual];
  const { family, kind } = siteFonts[font];
  return `'${family}', ${stacks[kind]}`;
}
