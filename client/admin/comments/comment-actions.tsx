import { Check, MessagesSquare, Pause, Pencil, Pin, Reply, Star, Trash2 } from 'lucide-react';
import { flushSync } from 'react-dom';

import type { TitledComment } from '../../api/types.ts';
import { useTranslations } from '../translations/translations.ts';
import { decide } from './decide.ts';
import { decisionOn } from './decision.ts';
import type { Act } from './desk.ts';
import { mark } from './mark.ts';
import { remove } from './remove.ts';
import { RowButton } from './row-button.tsx';
import { rowId } from './row-id.ts';
import { SpamActions } from './spam-actions.tsx';

/** The actions of a comment in the queue. */
export function CommentActions({ comment, isOpen, act }: { comment: TitledComment; isOpen: boolean; act: Act }) {
  const { comments, common } = useTranslations();
  const { id, pinned, featured } = comment;
  const isSpam = decisionOn(comment) === 'spam';
  return (
    <div className="comment-actions">
      {isSpam && <Deletion id={id} look="outlined" />}
      <Decision comment={comment} />
      <RowButton look="subtle" Icon={Reply} onClick={() => act({ to: 'write', id, what: 'reply' })}>
        {comments.reply}
      </RowButton>
      <RowButton look="subtle" Icon={MessagesSquare} expanded={isOpen} onClick={() => toggleThread(id, act)}>
        {comments.thread}
      </RowButton>
      <RowButton
        look="subtle"
        Icon={Pencil}
        name={common.edit}
        onClick={() => act({ to: 'write', id, what: 'edit' })}
      />
      <RowButton
        look="subtle"
        Icon={Pin}
        name={pinned ? comments.unpin : comments.pin}
        isOn={pinned === 1}
        onClick={() => void mark(id, 'pinned')}
      />
      <RowButton
        look="subtle"
        Icon={Star}
        name={featured ? comments.unfeature : comments.feature}
        isOn={featured === 1}
        onClick={() => void mark(id, 'featured')}
      />
      {comment.owner === 0 && <SpamActions comment={comment} />}
      {!isSpam && <Deletion id={id} />}
    </div>
  );
}

/** The button that approves a pending comment, or holds an approved one. */
export function Decision({ comment }: { comment: TitledComment }) {
  const { comments } = useTranslations();
  const { id, status } = comment;
  const isPending = status === 'pending';
  return (
    <RowButton
      look={isPending && decisionOn(comment) !== 'spam' ? 'primary' : 'outlined'}
      Icon={isPending ? Check : Pause}
      other={isPending ? comments.hold : comments.approve}
      onClick={() => decide([id], isPending ? 'approved' : 'pending')}
    >
      {isPending ? comments.approve : comments.hold}
    </RowButton>
  );
}

/** The last action of a row, far from Approve to avoid accidental taps; the first one of spam. */
export function Deletion({ id, look = 'subtle' }: { id: string; look?: 'subtle' | 'outlined' }) {
  const { common } = useTranslations();
  return (
    <RowButton look={look} Icon={Trash2} onClick={() => remove([id])}>
      {common.delete}
    </RowButton>
  );
}

/** An open thread renders the buttons elsewhere; the pressed one keeps the focus. */
function toggleThread(id: string, act: Act): void {
  flushSync(() => act({ to: 'toggle-thread', id }));
  document.getElementById(rowId(id))?.querySelector<HTMLElement>('.comment-actions [aria-expanded]')?.focus();
}
