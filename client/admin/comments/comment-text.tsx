import { ChevronDown } from 'lucide-react';
import { useState, type MouseEvent } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { findTruncation } from './truncation.ts';
import { RowButton } from './row-button.tsx';

/**
 * The text of a comment, complete or truncated with a button to show the rest. Empty for a comment that its author
 * deleted.
 *
 * @param text without entities
 */
export function CommentText({ text, whole }: { text: string; whole: boolean }) {
  const { comments } = useTranslations();
  const [isAll, setAll] = useState(false);
  if (text === '') return <p className="comment-withdrawn">{comments.withdrawn}</p>;
  const truncation = whole || isAll ? undefined : findTruncation(text);
  function showAll({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button disappears, so the row gets the focus.
    currentTarget.closest('article')?.focus({ preventScroll: true });
    setAll(true);
  }
  return (
    <>
      <p className="comment-text" data-cut={truncation}>
        {text}
      </p>
      {truncation && (
        <div className="comment-more" data-cut={truncation}>
          <RowButton look="subtle" Icon={ChevronDown} onClick={showAll}>
            {comments.more}
          </RowButton>
        </div>
      )}
    </>
  );
}
