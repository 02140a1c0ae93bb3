import { ShieldBan, UserX } from 'lucide-react';
import { useState } from 'react';

import { plainText } from '../../../shared/plain-text.ts';
import type { TitledComment } from '../../api/types.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { decide } from './decide.ts';
import { decisionOn } from './decision.ts';
import { RowButton } from './row-button.tsx';
import { WriterDialog } from './writer-dialog.tsx';

/** Marks a comment as spam, or opens the dialog of its writer. */
export function SpamActions({ comment }: { comment: TitledComment }) {
  const { comments } = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const name = formatMessage(comments.writer.actions, { name: plainText(comment.author) });
  return (
    <>
      {decisionOn(comment) !== 'spam' && (
        <RowButton look="subtle" Icon={ShieldBan} onClick={() => decide([comment.id], 'spam')}>
          {comments.spam}
        </RowButton>
      )}
      {comment.spam && <RowButton look="subtle" Icon={UserX} name={name} onClick={() => setOpen(true)} />}
      {isOpen && <WriterDialog comment={comment} close={() => setOpen(false)} />}
    </>
  );
}
