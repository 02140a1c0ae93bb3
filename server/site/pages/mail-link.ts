import type { CallContext } from '../../../routers/core/context.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import type { Translate } from '../../../shared/translate.ts';
import { translator } from './views/translate.ts';

/** The page of a link in a mail. */
export interface MailLinkPage {
  /** Default: 200. */
  status?: number;
  /** Default: that of the site. */
  language?: string;
  heading: string;
  sentence?: string;
  /** A comment that it is about. */
  quote?: { author: string; content: string; date: string };
  /** The label of the button that acts; absent: there is nothing to do. */
  button?: string;
  /** A second button, which acts by another link. */
  other?: { button: string; action: string };
}

/** The behaviour of the links of a purpose. */
export interface MailLink {
  /** Changes nothing. @param parts of the token, which was verified */
  show(this: void, call: CallContext, parts: readonly string[], settings: Settings): Promise<MailLinkPage>;
  /** Acts, and shows the new state; repeated calls change nothing. */
  act(this: void, call: CallContext, parts: readonly string[], settings: Settings): Promise<MailLinkPage>;
}

/** The beginning of a page, and the translation of its other texts. */
export interface PageIn {
  page: MailLinkPage;
  t: Translate;
}

/** Begins the page of a link. @param language that of the mail; default: that of the site */
export function pageIn(settings: Settings, language: string | undefined, heading: string): PageIn {
  const tag = language ?? settings.language;
  const t = translator({ ...settings, language: tag });
  return { page: { language: tag, heading: t(heading) }, t };
}

/** The page of a link that no longer works, or never did. @param language that of the mail; default: that of the site */
export function invalidLink(settings: Settings, hasExpired: boolean, language?: string): MailLinkPage {
  const { page, t } = pageIn(settings, language, 'problem.notFound');
  if (hasExpired) return { ...page, status: 410, sentence: t('mail.page.expired') };
  return { ...page, status: 404, sentence: t('mail.page.invalid') };
}
