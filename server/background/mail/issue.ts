import { randomBytes } from 'node:crypto';

import type { Services } from '../../../routers/core/context.ts';
import type { MailTexts } from '../../../routers/core/mail-texts.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import { clickUrls } from '../../../routers/mailings/clicks.ts';
import { composePost, type MailedPost } from '../../../routers/mailings/compose.ts';
import { absoluteUrl } from '../../../shared/site-address.ts';
import { linksIn, withTargets } from './counted-links.ts';

/** A mail of a mailing to one subscriber. */
interface Copy {
  settings: Settings;
  post: MailedPost;
  mailingId: string;
  language: string;
  unsubscribeUrl: string;
}

/**
 * Renders the mails of mailings: once in each language as long as post and settings stay the same. The copies of
 * subscribers differ by the link that ends their subscription, and by nothing else.
 */
export function createIssues(services: Services): (copy: Copy) => Promise<MailTexts> {
  const placeholder = randomBytes(16).toString('hex');
  let made = new Map<string, Promise<MailTexts>>();
  let madeOf: { settings: Settings; post: string } | undefined;

  async function make({ settings, post, mailingId, language }: Copy, link: string): Promise<MailTexts> {
    const { siteUrl, imprintUrl, countClicks } = settings;
    const texts = await services.renderMail(settings, composePost(settings, post, language, link));
    if (!countClicks) return texts;
    const imprint = imprintUrl === '' ? '' : absoluteUrl(imprintUrl, siteUrl);
    const urls = linksIn(texts.html, (url) => url !== link && url !== imprint);
    const targets = await clickUrls({ ...services, em: services.em.fork() }, siteUrl, mailingId, urls);
    return { ...texts, html: withTargets(texts.html, targets) };
  }

  return async (copy) => {
    const { settings, post, mailingId, language, unsubscribeUrl } = copy;
    const link = `${settings.siteUrl}/mail/unsubscribe/${placeholder}`;
    const content = JSON.stringify([mailingId, post]);
    if (madeOf?.settings !== settings || madeOf.post !== content) {
      made = new Map();
      madeOf = { settings, post: content };
    }
    const making = made.get(language) ?? make(copy, link);
    made.set(language, making);
    making.catch(() => made.delete(language));
    const { subject, text, html } = await making;
    return { subject, text: text.replaceAll(link, unsubscribeUrl), html: html.replaceAll(link, unsubscribeUrl) };
  };
}
