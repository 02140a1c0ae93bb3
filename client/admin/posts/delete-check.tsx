import { List, Stack, Text, TextInput } from '@mantine/core';

import type { PostOverview } from '../../api/types.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

/** The number of titles shown; the rest is counted. */
const MAX_POSTS = 5;

interface DeleteCheckProps {
  /** The posts with public comments. */
  commented: readonly PostOverview[];
  /** The text to type. */
  word: string;
  typed: string;
  type: (text: string) => void;
}

/** Lists the posts whose comments will be deleted, and asks for a text that cannot be typed by mistake. */
export function DeleteCheck({ commented, word, typed, type }: DeleteCheckProps) {
  const { posts: t, editor } = useTranslations();
  const [only] = commented;
  const isOne = commented.length === 1;
  return (
    <Stack gap="xs">
      <Text>{formatMessage(t.deleteCommented, { count: commented.length })}</Text>
      <List className="posts-commented">
        {commented.slice(0, MAX_POSTS).map(({ id, title, comments }) => (
          <List.Item key={id}>
            {title} ({formatMessage(t.publicComments, { count: comments })})
          </List.Item>
        ))}
        {commented.length > MAX_POSTS && <List.Item>+{commented.length - MAX_POSTS}</List.Item>}
      </List>
      <TextInput
        label={isOne ? editor.typeTitle : formatMessage(t.typeNumber, { count: word })}
        description={isOne ? only?.title : undefined}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        inputMode={isOne ? 'text' : 'numeric'}
        autoComplete="off"
      />
    </Stack>
  );
}

/** The posts that are public and have public comments. */
export function withPublicComments(posts: readonly PostOverview[]): PostOverview[] {
  return posts.filter(({ status, comments }) => status === 'published' && comments > 0);
}
