import { Button, Group, Modal, Stack, Text } from '@mantine/core';

import type { PostOverview } from '../../types.ts';
import { counted, fill } from '../words/fill.ts';
import { useLanguage, useWords } from '../words/words.ts';

interface DeleteDialogProps {
  posts: readonly PostOverview[];
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before posts are deleted, and says what goes with them. */
export function DeleteDialog({ posts, onCancel, onConfirm }: DeleteDialogProps) {
  const { posts: words, common } = useWords();
  const language = useLanguage();
  const comments = posts.reduce((sum, post) => sum + post.comments, 0);
  return (
    <Modal
      opened
      centered
      onClose={onCancel}
      title={counted(words.deleteSure, posts.length, language)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        <Text>{words.deleteHelp}</Text>
        {comments > 0 && <Text c="dimmed">{fill(words.publicComments, { count: comments })}</Text>}
        <Group justify="end" gap="xs">
          <Button variant="default" data-autofocus onClick={onCancel}>
            {common.cancel}
          </Button>
          {/* White letters need the darkest red. */}
          <Button color="red.9" onClick={onConfirm}>
            {common.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
