import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { plainText } from '../../../shared/plain-text.ts';
import type { BlogInputs, TitledComment } from '../../api/types.ts';
import { trpc } from '../api/api.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { reloadQueue } from './reload-queue.ts';

/** Blocks the writer of a comment, by IP address or by name, or deletes all comments of the same writer. */
export function WriterDialog({ comment: { id, author }, close }: { comment: TitledComment; close: () => void }) {
  const { comments, common } = useTranslations();
  const t = comments.writer;
  const [by, setBy] = useState<BlogInputs['spam']['block']['by']>('ip');
  const name = plainText(author);
  const block = useMutation(
    trpc.spam.block.mutationOptions({
      onError: notifyFailure,
      onSuccess() {
        notifyDone(t.blocked);
        close();
      },
    }),
  );
  const remove = useMutation(
    trpc.spam.deleteByWriter.mutationOptions({
      onError: notifyFailure,
      onSuccess({ deleted }) {
        notifyDone(formatMessage(comments.done.deleted, { count: deleted }));
        reloadQueue();
        close();
      },
    }),
  );
  return (
    <Modal
      opened
      onClose={close}
      title={formatMessage(t.actions, { name })}
      closeButtonProps={{ 'aria-label': common.close }}
      centered
    >
      <Stack>
        <SegmentedControl
          aria-label={t.by}
          value={by}
          onChange={setBy}
          data={[
            { value: 'ip', label: t.ip },
            { value: 'name', label: t.name },
          ]}
        />
        <Text size="sm">{by === 'ip' ? t.ipHelp : formatMessage(t.nameHelp, { name })}</Text>
        <Text size="sm">{t.deleteHelp}</Text>
        <Group justify="flex-end">
          <Button variant="default" loading={block.isPending} onClick={() => block.mutate({ id, by })}>
            {t.block}
          </Button>
          {/* White text needs the darkest red for sufficient contrast. */}
          <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate({ id, by })}>
            {t.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
