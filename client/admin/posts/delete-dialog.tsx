import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { PostOverview } from '../../types.ts';
import { plural } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { DeleteCheck, graveOf } from './delete-check.tsx';

interface DeleteDialogProps {
  posts: readonly PostOverview[];
  onCancel: () => void;
  onConfirm: () => void;
}

/**
 * Confirms the deletion of posts. If one has public comments, its title must be typed; if several have, the number of
 * posts to delete.
 */
export function DeleteDialog({ posts, onCancel, onConfirm }: DeleteDialogProps) {
  const { posts: t, common } = useTranslations();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const grave = graveOf(posts);
  const [only] = grave;
  const word = only && grave.length === 1 ? only.title.trim() : String(posts.length);
  return (
    <Modal
      opened
      centered
      onClose={onCancel}
      title={plural(t.deleteSure, posts.length, language)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        <Text>{t.deleteHelp}</Text>
        {only && <DeleteCheck grave={grave} word={word} typed={typed} type={setTyped} />}
        <Group justify="end" gap="xs">
          <Button variant="default" data-autofocus onClick={onCancel}>
            {common.cancel}
          </Button>
          {/* White text needs the darkest red for sufficient contrast. */}
          <Button color="red.9" disabled={only && typed.trim() !== word} onClick={onConfirm}>
            {common.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
