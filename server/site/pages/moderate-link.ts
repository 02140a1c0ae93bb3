import type { CallContext } from '../../../routers/core/context.ts';
import type { ModerationAction } from '../../../routers/comments/mailed-comments.ts';
import {
  isModerationAction,
  linkedComment,
  moderateByLink,
  stateAfter,
} from '../../../routers/notifications/moderation.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import { invalidLink, type MailLink, type MailLinkPage } from './mail-link.ts';
import { translator } from './views/translate.ts';

/** The links in the owner's mails: `<action>,<comment id>`. */
export const moderateLink: MailLink = {
  show: (call, [action, id = ''], settings) =>
    isModerationAction(action) ? pageOf(call, action, id, settings) : Promise.resolve(invalidLink(settings, false)),
  async act(call, [action, id = ''], settings) {
    if (!isModerationAction(action)) return invalidLink(settings, false);
    await moderateByLink(call, action, id);
    return pageOf(call, action, id, settings);
  },
};

async function pageOf(
  call: CallContext,
  action: ModerationAction,
  id: string,
  settings: Settings,
): Promise<MailLinkPage> {
  const t = translator(settings);
  const comment = await linkedComment(call, id);
  const state = comment?.state ?? 'gone';
  const isOver = !comment || state === stateAfter[action];
  return {
    heading: t('mail.page.comment'),
    sentence: t(`mail.page.${state}`),
    ...(comment && { quote: comment }),
    ...(!isOver && { button: t(`mail.page.${action === 'spam' ? 'markSpam' : action}`) }),
  };
}
