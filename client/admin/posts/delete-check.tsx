import { List, Stack, Text, TextInput } from '@mantine/core';

import type { PostOverview } from '../../types.ts';
import { plural, interpolate } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';

/** Titles that are shown; the number of the others follows. */
const MOST = 5;

interface DeleteCheckProps {
  /** What readers wrote below. */
  grave: readonly PostOverview[];
  /** What has to be typed. */
  word: string;
  typed: string;
  type: (text: string) => void;
}

/** Names the posts that take what readers wrote with them, and asks for a word that nobody types by mistake. */
export function DeleteCheck({ grave, word, typed, type }: DeleteCheckProps) {
  const { posts: t, editor } = useTranslations();
  const language = useLanguage();
  const [only] = grave;
  const isOne = grave.length === 1;
  return (
    <Stack gap="xs">
      <Text>{plural(t.deleteGrave, grave.length, language)}</Text>
      <List className="posts-grave">
        {grave.slice(0, MOST).map(({ id, title, comments }) => (
          <List.Item key={id}>
            {title} ({interpolate(t.publicComments, { count: comments })})
          </List.Item>
        ))}
        {grave.length > MOST && <List.Item>+{grave.length - MOST}</List.Item>}
      </List>
      <TextInput
        label={isOne ? editor.typeTitle : interpolate(t.typeNumber, { count: word })}
        description={isOne ? only?.title : undefined}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        inputMode={isOne ? 'text' : 'numeric'}
        autoComplete="off"
      />
    </Stack>
  );
}

/** Those that visitors can see and that have public comments. */
export function graveOf(posts: readonly PostOverview[]): PostOverview[] {
  return posts.filter(({ status, comments }) => status === 'published' && comments > 0);
}
