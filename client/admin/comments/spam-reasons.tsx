import type { SignName } from '../../../routers/comments/spam-filter/signs.ts';
import type { TitledComment } from '../../api/types.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

/** A sign among words. */
const sign = /\bhas:([a-z-]+)/g;

/** Why the spam filter holds a comment: its rules with their points and what they found. */
export function SpamReasons({ comment: { status, heldBecause, spam } }: { comment: TitledComment }) {
  const t = useTranslations().comments.filter;
  if (status !== 'pending' || !spam) return null;
  if (spam.reasons.length === 0) return heldBecause === 'spam' ? <p className="comment-reasons">{t.byOwner}</p> : null;
  const reasons = spam.reasons.map(({ rule, points, detail }) =>
    formatMessage(detail === '' ? t.reason : t.reasonWithDetail, {
      rule: t.rules[rule],
      points,
      detail: rule === 'learned' ? detail.replaceAll(sign, (_, name: SignName) => t.signs[name] ?? name) : detail,
    }),
  );
  return (
    <p className="comment-reasons">{formatMessage(t.found, { score: spam.score, reasons: reasons.join(', ') })}</p>
  );
}
