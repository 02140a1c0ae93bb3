import { Text } from '@mantine/core';

import { plainText } from '../../plain-text.ts';
import { useWords } from '../words/words.ts';

/** What a comment says; nothing is left of one that its writer deleted. */
export function CommentText({ content, whole }: { content: string; whole: boolean }) {
  const { comments } = useWords();
  if (content === '') {
    return (
      <Text c="dimmed" fs="italic" size="sm">
        {comments.withdrawn}
      </Text>
    );
  }
  return (
    <Text className="comment-text" {...(!whole && { lineClamp: 6 })}>
      {plainText(content)}
    </Text>
  );
}
