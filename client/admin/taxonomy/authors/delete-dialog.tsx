import { Alert, Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, trpc } from '../../api/api.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { notifyDone } from '../../ui/notify.ts';
import { errorSentence } from '../../errors/translate-error.ts';
import type { CountedAuthor } from './counted-author.ts';

interface DeleteDialogProps {
  author: CountedAuthor;
  all: readonly CountedAuthor[];
  close(): void;
}

/** Deletes an author, and asks who gets the posts. */
export function DeleteDialog({ author: { id, name, posts }, all, close }: DeleteDialogProps) {
  const { common, authors: t } = useTranslations();
  const [heir, setHeir] = useState('');
  const remove = useMutation(
    trpc.authors.delete.mutationOptions({
      onSuccess() {
        notifyDone(formatMessage(t.deleted, { name }));
        close();
        return queryClient.invalidateQueries();
      },
    }),
  );
  const others = all.filter((one) => one.id !== id);
  return (
    <Modal
      opened
      onClose={close}
      title={formatMessage(t.deleteOf, { name })}
      closeButtonProps={{ 'aria-label': common.close }}
      centered
    >
      <Stack className="form">
        <Text>{formatMessage(t.posts, { count: posts })}</Text>
        {posts > 0 && others.length > 0 && (
          <NativeSelect
            label={t.reassign}
            value={heir}
            onChange={({ currentTarget }) => setHeir(currentTarget.value)}
            data={[{ value: '', label: t.nobody }, ...others.map((one) => ({ value: one.id, label: one.name }))]}
          />
        )}
        {remove.error && (
          <Alert color="red" role="alert">
            {errorSentence(remove.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {common.cancel}
          </Button>
          <Button
            color="red.9"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id, reassign: heir === '' ? null : heir })}
          >
            {common.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
