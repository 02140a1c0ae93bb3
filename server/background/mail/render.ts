import type { Settings } from '../../../routers/data/settings/schemas.ts';
import { shorten } from '../../../shared/shorten.ts';
import { openTemplates } from '../../site/pages/engine.ts';

/** The texts of a mail. */
export interface MailTexts {
  subject: string;
  text: string;
  html: string;
}

/** The maximum length of a subject in characters. */
const MAX_SUBJECT = 150;

/**
 * Opens the templates of mails: `mail/<name>.subject`, `.text` and `.html`. Only the last one writes HTML, in which
 * every value is escaped.
 *
 * @param themeDir a folder whose templates override the default ones; null for none
 */
export function openMailTemplates(themeDir: string | null) {
  const html = openTemplates(themeDir);
  const plain = openTemplates(themeDir, { escapes: false });

  /** @param language of the recipient */
  return async (
    settings: Settings,
    { template, language, values }: { template: string; language: string; values: Record<string, unknown> },
  ): Promise<MailTexts> => {
    const site = { ...settings, language };
    const render = (templates: typeof html, part: string) =>
      templates.render(site, { template: `mail/${template}.${part}.liquid`, values });
    const [subject, text, page] = await Promise.all([
      render(plain, 'subject'),
      render(plain, 'text'),
      render(html, 'html'),
    ]);
    return { subject: lineOf(subject), text: tidy(text), html: `${page.trim()}\n` };
  };
}

/** A subject is one line. */
function lineOf(text: string): string {
  return shorten(text.replaceAll(/\s+/g, ' ').trim(), MAX_SUBJECT);
}

/** At most one empty line in a row. */
function tidy(text: string): string {
  return `${text.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`;
}
