import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { PostOverview } from '../../api/types.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { DeleteCheck, withPublicComments } from './delete-check.tsx';

interface DeleteDialogProps {
  posts: readonly PostOverview[];
  /** The number of posts, if others than these are deleted too. */
  every: number | undefined;
  onCancel: () => void;
  onConfirm: () => void;
}

/**
 * Confirms the deletion of posts. If one has public comments, its title must be typed; if several have, or posts that are
 * not shown are deleted, the number of posts to delete.
 */
export function DeleteDialog({ posts, every, onCancel, onConfirm }: DeleteDialogProps) {
  const { posts: t, common } = useTranslations();
  const [typed, setTyped] = useState('');
  const commented = withPublicComments(posts);
  const [only] = commented;
  const count = every ?? posts.length;
  const word = only && commented.length === 1 && every === undefined ? only.title.trim() : String(count);
  const isChecked = only !== undefined || every !== undefined;
  return (
    <Modal
      opened
      centered
      onClose={onCancel}
      title={formatMessage(t.deleteSure, { count })}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        <Text>{t.deleteHelp}</Text>
        {every !== undefined && (
          <TextInput
            label={formatMessage(t.typeNumber, { count: word })}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        {only && every === undefined && <DeleteCheck commented={commented} word={word} typed={typed} type={setTyped} />}
        <Group justify="end" gap="xs">
          <Button variant="default" data-autofocus onClick={onCancel}>
            {common.cancel}
          </Button>
          {/* White text needs the darkest red for sufficient contrast. */}
          <Button color="red.9" disabled={isChecked && typed.trim() !== word} onClick={onConfirm}>
            {common.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
