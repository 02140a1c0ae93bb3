import { confirmSubscriber, endSubscription } from '../../../routers/subscribers/subscribers.ts';
import { invalidLink, pageIn, type MailLink } from './mail-link.ts';

const HEADING = 'mail.page.subscription';

/** The link that confirms a subscription: `subscriber,<id>,<language>`; before 2.19.0 without the language. */
export const confirmLink: MailLink = {
  show(_, [, , language], settings) {
    const { t, page } = pageIn(settings, language, HEADING);
    const sentence = t('mail.page.confirm', { site: settings.title });
    return Promise.resolve({ ...page, sentence, button: t('mail.page.doConfirm') });
  },
  async act(call, [, id = '', language], settings) {
    const { t, page } = pageIn(settings, language, HEADING);
    if (!(await confirmSubscriber(call, id))) return invalidLink(settings, true, language);
    return { ...page, sentence: t('mail.page.confirmed', { site: settings.title }) };
  },
};

/**
 * The link that ends a subscription: `subscriber,<id>,<language>`; before 2.19.0 without the language. Repeated use
 * shows the same result.
 */
export const unsubscribeLink: MailLink = {
  show(_, [, , language], settings) {
    const { t, page } = pageIn(settings, language, HEADING);
    const sentence = t('mail.page.unsubscribe', { site: settings.title });
    return Promise.resolve({ ...page, sentence, button: t('mail.page.doUnsubscribe') });
  },
  async act(call, [, id = '', language], settings) {
    const { t, page } = pageIn(settings, language, HEADING);
    await endSubscription(call, id);
    return { ...page, sentence: t('mail.page.unsubscribed', { site: settings.title }) };
  },
};
