import { ActionIcon, Button, Group } from '@mantine/core';
import { Check, MessagesSquare, Pause, Pencil, Pin, Reply, Star, Trash2 } from 'lucide-react';

import type { TitledComment } from '../../types.ts';
import { useWords } from '../words/words.ts';
import { decide } from './decide.ts';
import type { Act } from './desk.ts';
import { mark } from './mark.ts';
import { remove } from './remove.ts';

/** What can be done with a comment of the queue. */
export function CommentActions({ comment, isOpen, act }: { comment: TitledComment; isOpen: boolean; act: Act }) {
  const { comments, common } = useWords();
  const { id, pinned, featured } = comment;
  return (
    <Group gap={4} className="comment-actions">
      <Decision comment={comment} />
      <Quiet Icon={Reply} onClick={() => act({ to: 'write', id, what: 'reply' })}>
        {comments.reply}
      </Quiet>
      <Quiet Icon={MessagesSquare} expanded={isOpen} onClick={() => act({ to: 'toggle-thread', id })}>
        {comments.thread}
      </Quiet>
      <Quiet Icon={Trash2} onClick={() => remove([id])}>
        {common.delete}
      </Quiet>
      <Icon Icon={Pencil} name={common.edit} onClick={() => act({ to: 'write', id, what: 'edit' })} />
      <Icon
        Icon={Pin}
        name={pinned ? comments.unpin : comments.pin}
        isOn={pinned === 1}
        onClick={() => void mark(id, 'pinned')}
      />
      <Icon
        Icon={Star}
        name={featured ? comments.unfeature : comments.feature}
        isOn={featured === 1}
        onClick={() => void mark(id, 'featured')}
      />
    </Group>
  );
}

/** Approves what waits, and holds what does not. */
export function Decision({ comment: { id, status } }: { comment: TitledComment }) {
  const { comments } = useWords();
  const waits = status === 'pending';
  const Icon = waits ? Check : Pause;
  return (
    <Button
      size="compact-sm"
      fw={500}
      variant={waits ? 'outline' : 'default'}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => decide([id], waits ? 'approved' : 'pending')}
    >
      {waits ? comments.approve : comments.hold}
    </Button>
  );
}

interface QuietProps {
  Icon: typeof Check;
  children: string;
  expanded?: boolean;
  onClick: () => void;
}

/** A button that does not call for attention. */
export function Quiet({ Icon, children, expanded, onClick }: QuietProps) {
  return (
    <Button
      size="compact-sm"
      fw={500}
      variant="subtle"
      color="gray"
      c="dimmed"
      leftSection={<Icon size={14} aria-hidden />}
      aria-expanded={expanded}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

function Icon({
  Icon,
  name,
  isOn = false,
  onClick,
}: {
  Icon: typeof Check;
  name: string;
  isOn?: boolean;
  onClick: () => void;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" c="dimmed" size={26} aria-label={name} title={name} onClick={onClick}>
      <Icon size={14} fill={isOn ? 'currentColor' : 'none'} aria-hidden />
    </ActionIcon>
  );
}
