import type { CallContext } from '../../routers/context.ts';
import type { Settings } from '../../routers/settings/schemas.ts';
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

/** What the links of a purpose show and do. */
export interface MailLink {
  /** Changes nothing. @param parts of the token, which was verified */
  show(this: void, call: CallContext, parts: readonly string[], settings: Settings): Promise<MailLinkPage>;
  /** Acts, once or again, and says how it is now. */
  act(this: void, call: CallContext, parts: readonly string[], settings: Settings): Promise<MailLinkPage>;
}

/** The page of a link that no longer works, or never did. */
export function invalidLink(settings: Settings, hasExpired: boolean): MailLinkPage {
  const t = translator(settings);
  const heading = t('problem.notFound');
  if (hasExpired) return { status: 410, heading, sentence: t('mail.page.expired') };
  return { status: 404, heading, sentence: t('mail.page.invalid') };
}
