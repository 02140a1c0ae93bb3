import { Check, MessagesSquare, Pause, Pencil, Pin, Reply, Star, Trash2 } from 'lucide-react';
import { flushSync } from 'react-dom';

import type { TitledComment } from '../../types.ts';
import { useTranslations } from '../translations/translations.ts';
import { decide } from './decide.ts';
import type { Act } from './desk.ts';
import { mark } from './mark.ts';
import { remove } from './remove.ts';
import { RowButton } from './row-button.tsx';
import { rowId } from './row-id.ts';

/** What can be done with a comment of the queue. */
export function CommentActions({ comment, isOpen, act }: { comment: TitledComment; isOpen: boolean; act: Act }) {
  const { comments, common } = useTranslations();
  const { id, pinned, featured } = comment;
  return (
    <div className="comment-actions">
      <Decision comment={comment} />
      <RowButton look="quiet" Icon={Reply} onClick={() => act({ to: 'write', id, what: 'reply' })}>
        {comments.reply}
      </RowButton>
      <RowButton look="quiet" Icon={MessagesSquare} expanded={isOpen} onClick={() => toggleThread(id, act)}>
        {comments.thread}
      </RowButton>
      <RowButton look="quiet" Icon={Pencil} name={common.edit} onClick={() => act({ to: 'write', id, what: 'edit' })} />
      <RowButton
        look="quiet"
        Icon={Pin}
        name={pinned ? comments.unpin : comments.pin}
        isOn={pinned === 1}
        onClick={() => void mark(id, 'pinned')}
      />
      <RowButton
        look="quiet"
        Icon={Star}
        name={featured ? comments.unfeature : comments.feature}
        isOn={featured === 1}
        onClick={() => void mark(id, 'featured')}
      />
      <Deletion id={id} />
    </div>
  );
}

/** Approves what waits, and holds what does not. */
export function Decision({ comment: { id, status } }: { comment: TitledComment }) {
  const { comments } = useTranslations();
  const waits = status === 'pending';
  return (
    <RowButton
      look={waits ? 'wanted' : 'framed'}
      Icon={waits ? Check : Pause}
      other={waits ? comments.hold : comments.approve}
      onClick={() => decide([id], waits ? 'approved' : 'pending')}
    >
      {waits ? comments.approve : comments.hold}
    </RowButton>
  );
}

/** The last of a row's actions, away from the decision: no finger that taps twice may find it. */
export function Deletion({ id }: { id: string }) {
  const { common } = useTranslations();
  return (
    <RowButton look="quiet" Icon={Trash2} onClick={() => remove([id])}>
      {common.delete}
    </RowButton>
  );
}

/** The buttons stand elsewhere in an open thread, and are drawn anew there: the one that was pressed keeps the keyboard. */
function toggleThread(id: string, act: Act): void {
  flushSync(() => act({ to: 'toggle-thread', id }));
  document.getElementById(rowId(id))?.querySelector<HTMLElement>('.comment-actions [aria-expanded]')?.focus();
}
