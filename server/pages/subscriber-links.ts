import { confirmSubscriber, removeSubscriber } from '../../routers/subscribers/subscribers.ts';
import { invalidLink, type MailLink, type MailLinkPage } from './mail-link.ts';
import { translator } from './views/translate.ts';

/** The link that confirms a subscription: `subscriber,<id>`. */
export const confirmLink: MailLink = {
  show(_, __, settings) {
    const t = translator(settings);
    return page({
      heading: t('mail.page.subscription'),
      sentence: t('mail.page.confirm', { site: settings.title }),
      button: t('mail.page.doConfirm'),
    });
  },
  async act(call, [, id = ''], settings) {
    const t = translator(settings);
    if (!(await confirmSubscriber(call, id))) return invalidLink(settings, true);
    return page({ heading: t('mail.page.subscription'), sentence: t('mail.page.confirmed', { site: settings.title }) });
  },
};

/** The link that ends a subscription: `subscriber,<id>`. It works again and again, since nobody is to wonder. */
export const unsubscribeLink: MailLink = {
  show(_, __, settings) {
    const t = translator(settings);
    return page({
      heading: t('mail.page.subscription'),
      sentence: t('mail.page.unsubscribe', { site: settings.title }),
      button: t('mail.page.doUnsubscribe'),
    });
  },
  async act({ em, clock }, [, id = ''], settings) {
    const t = translator(settings);
    await em.fork().transactional((tx) => removeSubscriber(tx, clock, id));
    return page({
      heading: t('mail.page.subscription'),
      sentence: t('mail.page.unsubscribed', { site: settings.title }),
    });
  },
};

function page(values: MailLinkPage): Promise<MailLinkPage> {
  return Promise.resolve(values);
}
