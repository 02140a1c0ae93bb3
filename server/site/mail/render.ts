import type { Services } from '../../../routers/core/context.ts';
import type { MailTexts } from '../../../routers/core/mail-texts.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import { shorten } from '../../../shared/shorten.ts';
import { openTemplates } from '../pages/engine.ts';
import type { ReadText } from '../render/rendered.ts';
import { mailLook } from './look.ts';

/** The maximum length of a subject in characters. */
const MAX_SUBJECT = 150;

interface MailTemplatesOptions extends Pick<Services, 'em' | 'policy' | 'settings'> {
  /** A folder whose templates override the default ones; null for none. */
  themeDir: string | null;
  readText: ReadText;
}

/**
 * Opens the templates of mails: `mail/<name>.subject`, `.text` and `.html`. Only the last one writes HTML, in which
 * every value is escaped. Its styles are written into its elements.
 */
export function openMailTemplates({ themeDir, readText, ...call }: MailTemplatesOptions): Services['renderMail'] {
  const html = openTemplates(themeDir);
  const plain = openTemplates(themeDir, { escapes: false });

  return async (settings: Settings, { template, language, values }): Promise<MailTexts> => {
    const site = { ...settings, language };
    const look = await mailLook({ ...call, em: call.em.fork() }, settings);
    const render = (templates: typeof html, part: string) =>
      templates.render(site, { template: `mail/${template}.${part}.liquid`, values: { look, ...values } });
    const [subject, text, page] = await Promise.all([
      render(plain, 'subject'),
      render(plain, 'text'),
      render(html, 'html'),
    ]);
    // Without the step that exceeds a limit, most clients still show the mail well.
    const document = (await readText({ document: page.trim() })) ?? page.trim();
    return { subject: singleLine(subject), text: tidy(text), html: `${document}\n` };
  };
}

/** A subject is one line. */
function singleLine(text: string): string {
  return shorten(text.replaceAll(/\s+/g, ' ').trim(), MAX_SUBJECT);
}

/** At most one empty line in a row. */
function tidy(text: string): string {
  return `${text.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`;
}
