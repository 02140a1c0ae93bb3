import { fromHtml } from 'hast-util-from-html';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';

import type { MailedContent } from '../../../../routers/core/mail-texts.ts';
import { localeFor, translate } from '../../locales.ts';
import { showInMails } from './elements.ts';
import { simplify } from './simplify.ts';
import { textPart } from './text-part.ts';

const writer = unified().use(rehypeStringify).freeze();

/**
 * Makes both parts of a mail from the HTML of a post.
 *
 * @param html of the site, with absolute URLs and the sizes of pictures
 * @param language the locale of the site
 */
export function postBody(html: string, language: string): MailedContent {
  const nameless = translate(localeFor(language), 'mail.picture');
  const tree = fromHtml(html, { fragment: true });
  simplify(tree);
  const text = textPart(tree, nameless);
  showInMails(tree, nameless);
  return { html: writer.stringify(tree), text };
}
