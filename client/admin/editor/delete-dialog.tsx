import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { asBlogError } from '../api/as-blog-error.ts';
import { queryClient, trpc } from '../api/api.ts';
import { Loading } from '../ui/loading.tsx';
import { plural, interpolate } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { forgetAll } from './device.ts';
import type { DocumentState, EditorDocument } from './document.ts';

interface DeleteDialogProps {
  id: string;
  document: EditorDocument;
  state: DocumentState;
  close: () => void;
}

/** Confirms the deletion of a post. If it has comments, its title must be typed. */
export function DeleteDialog({ id, document, state, close }: DeleteDialogProps) {
  const { editor, common } = useTranslations();
  const language = useLanguage();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const comments = useQuery({ ...trpc.comments.all.queryOptions({ post: id, pageSize: 1 }), staleTime: 0 });
  const { title } = state.base;
  const count = comments.data?.total ?? 0;
  const isGrave = state.status === 'published' && count > 0;
  const isPage = state.kind === 'page';
  const remove = useMutation(
    (isPage ? trpc.pages : trpc.posts).delete.mutationOptions({
      async onSuccess() {
        // Keeps nothing on the device when the screen is closed.
        document.set({ fields: document.state().saved });
        forgetAll(id);
        await navigate({ to: isPage ? '/pages' : '/posts' });
        void queryClient.invalidateQueries(trpc.pathFilter());
      },
    }),
  );

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
          <Text>{interpolate(editor.deleteHelp, { title })}</Text>
          {isGrave && (
            <>
              <Text>{plural(editor.deleteComments, count, language)}</Text>
              <TextInput
                label={editor.typeTitle}
                description={title}
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                autoComplete="off"
              />
            </>
          )}
          {remove.error && (
            <Alert color="red" role="alert">
              {asBlogError(remove.error).message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button
              color="red"
              loading={remove.isPending}
              disabled={isGrave && typed.trim() !== title.trim()}
              onClick={() => remove.mutate({ id, ifVersion: state.version })}
            >
              {common.delete}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
