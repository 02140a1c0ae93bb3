import type { TitledComment } from '../../types.ts';
import { interpolate } from '../translations/interpolate.ts';
import { useTranslations } from '../translations/translations.ts';

/** Why the spam filter holds a comment: its rules with their points and what they found. */
export function SpamReasons({ comment: { status, spam } }: { comment: TitledComment }) {
  const t = useTranslations().comments.filter;
  if (status !== 'pending' || !spam || spam.reasons.length === 0) return null;
  const reasons = spam.reasons.map(({ rule, points, detail }) =>
    interpolate(detail === '' ? t.reason : t.reasonWithDetail, { rule: t.rules[rule], points, detail }),
  );
  return <p className="comment-reasons">{interpolate(t.found, { score: spam.score, reasons: reasons.join(', ') })}</p>;
}
