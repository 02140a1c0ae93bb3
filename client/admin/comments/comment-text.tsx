import { ChevronDown } from 'lucide-react';
import { useState, type MouseEvent } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { cutOf } from './cut.ts';
import { RowButton } from './row-button.tsx';

/**
 * What a comment says, as a whole or its first lines and a button for the rest; nothing is left of one that its writer
 * deleted.
 *
 * @param text as it was written, without entities
 */
export function CommentText({ text, whole }: { text: string; whole: boolean }) {
  const { comments } = useTranslations();
  const [isAll, setAll] = useState(false);
  if (text === '') return <p className="comment-withdrawn">{comments.withdrawn}</p>;
  const cut = whole || isAll ? undefined : cutOf(text);
  function showAll({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button goes; the row takes the keyboard from it.
    currentTarget.closest('article')?.focus({ preventScroll: true });
    setAll(true);
  }
  return (
    <>
      <p className="comment-text" data-cut={cut}>
        {text}
      </p>
      {cut && (
        <div className="comment-more" data-cut={cut}>
          <RowButton look="quiet" Icon={ChevronDown} onClick={showAll}>
            {comments.more}
          </RowButton>
        </div>
      )}
    </>
  );
}
