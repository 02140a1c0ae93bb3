import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Pin, Star } from 'lucide-react';
import type { ReactNode } from 'react';

import { plainText } from '../../plain-text.ts';
import type { TitledComment } from '../../types.ts';
import { Time } from '../ui/time.tsx';
import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import { addressOf, titleOf } from './address.ts';

/** Who wrote a comment, when, where, and how it stands. */
export function CommentHead({ comment }: { comment: TitledComment }) {
  const words = useWords();
  const title = titleOf(comment, words);
  return (
    <Group gap="xs" fz="sm" className="comment-head">
      <Text span fw={600} className="comment-author">
        {plainText(comment.author)}
      </Text>
      <Text span c="dimmed" inherit>
        <Time at={comment.date} />
      </Text>
      <Anchor
        href={addressOf(comment)}
        target="_blank"
        inherit
        className="comment-page"
        aria-label={fill(words.comments.onPage, { title })}
      >
        {title}
      </Anchor>
      <Standing comment={comment} />
    </Group>
  );
}

/** Badges: held and why, the owner's, pinned, featured. */
export function Standing({ comment }: { comment: TitledComment }) {
  const { comments } = useWords();
  const { status, heldBecause, owner, pinned, featured } = comment;
  return (
    <>
      {status === 'pending' && <Mark color="orange">{comments.why[heldBecause ?? 'unknown']}</Mark>}
      {owner === 1 && <Mark color="indigo">{comments.owner}</Mark>}
      {pinned === 1 && (
        <Mark color="gray" icon={<Pin size={12} aria-hidden />}>
          {comments.pinned}
        </Mark>
      )}
      {featured === 1 && (
        <Mark color="gray" icon={<Star size={12} aria-hidden />}>
          {comments.featured}
        </Mark>
      )}
    </>
  );
}

function Mark({ color, icon, children }: { color: string; icon?: ReactNode; children: string }) {
  return (
    <Badge
      variant="light"
      color={color}
      c="var(--mantine-color-text)"
      tt="none"
      fw={500}
      leftSection={icon}
      className="comment-mark"
    >
      {children}
    </Badge>
  );
}
