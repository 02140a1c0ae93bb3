import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { Loading } from '../ui/loading.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import type { DocumentState } from './document.ts';

interface DeleteDialogProps {
  id: string;
  state: DocumentState;
  deletePost: () => void;
  close: () => void;
}

/** Confirms the deletion of a post. If it has comments, its title must be typed. */
export function DeleteDialog({ id, state, deletePost, close }: DeleteDialogProps) {
  const { editor, common } = useTranslations();
  const [typed, setTyped] = useState('');
  const comments = useQuery({ ...trpc.comments.all.queryOptions({ post: id, pageSize: 1 }), staleTime: 0 });
  const { title } = state.base;
  const count = comments.data?.total ?? 0;
  const hasComments = state.status === 'published' && count > 0;
  const isPage = state.kind === 'page';
  return (
    <Modal
      opened
      onClose={close}
      title={isPage ? editor.deletePage : editor.deletePost}
      centered
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {comments.isPending ? (
        <Loading />
      ) : (
        <Stack>
          <Text>{formatMessage(editor.deleteHelp, { title })}</Text>
          {hasComments && (
            <>
              <Text>{formatMessage(editor.deleteComments, { count })}</Text>
              <TextInput
                label={editor.typeTitle}
                description={title}
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                autoComplete="off"
              />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button color="red.9" disabled={hasComments && typed.trim() !== title.trim()} onClick={deletePost}>
              {common.delete}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
