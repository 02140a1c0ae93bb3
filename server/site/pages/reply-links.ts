import { confirmAddress, endReplies, isEndScope } from '../../../routers/comments/replies/addresses.ts';
import { endUrl } from '../../../routers/comments/replies/end-url.ts';
import { invalidLink, pageIn, type MailLink } from './mail-link.ts';

const HEADING = 'mail.page.replies';

/** The link that confirms an address for mails about replies: `replies,<id>,<language>`. */
export const confirmRepliesLink: MailLink = {
  show(_, [, , language], settings) {
    const { t, page } = pageIn(settings, language, HEADING);
    return Promise.resolve({
      ...page,
      sentence: t('mail.page.confirmReplies', { site: settings.title }),
      button: t('mail.page.doConfirmReplies'),
    });
  },
  async act(call, [, id = '', language], settings) {
    const { t, page } = pageIn(settings, language, HEADING);
    if (!(await confirmAddress(call, id))) return invalidLink(settings, true, language);
    return { ...page, sentence: t('mail.page.repliesConfirmed') };
  },
};

/**
 * The link that ends mails about replies: `replies,<id>,<language>,<scope>`. Repeated use shows
 * the same result.
 */
export const endRepliesLink: MailLink = {
  async show(call, [, address = '', language = '', scope = ''], settings) {
    const { t, page } = pageIn(settings, language, HEADING);
    const isAll = scope === 'all';
    const all = { address, language, scope: 'all' } as const;
    return {
      ...page,
      sentence: t('mail.page.endReplies', { site: settings.title }),
      button: t(isAll ? 'mail.page.endAll' : 'mail.page.endThread'),
      ...(!isAll && { other: { button: t('mail.page.endAll'), action: await endUrl(call, '', all) } }),
    };
  },
  async act(call, [, address = '', language, scope = ''], settings) {
    const { t, page } = pageIn(settings, language, HEADING);
    if (!isEndScope(scope)) return invalidLink(settings, false, language);
    await endReplies(call, address, scope);
    return { ...page, sentence: t(scope === 'all' ? 'mail.page.endedAll' : 'mail.page.endedThread') };
  },
};
