import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, trpc } from '../../api/api.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { errorSentence } from '../../errors/translate-error.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { useIsComing } from '../use-is-coming.ts';
import { PreviewButton } from './preview-button.tsx';
import { TestMail } from './test-mail.tsx';

interface SendDialogProps {
  document: EditorDocument;
  state: DocumentState;
  /** How many would get the post. */
  subscribers: number;
  close: () => void;
}

/** Mails a published post, with a test before. */
export function SendDialog({ document, state, subscribers, close }: SendDialogProps) {
  const { common, editor } = useTranslations();
  const t = editor.mailing;
  const [isPreviewed, setIsPreviewed] = useState(false);
  return (
    <Modal
      opened
      onClose={close}
      title={t.send}
      centered
      // The key closes the preview above it alone.
      closeOnEscape={!isPreviewed}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        <Text size="sm">{t.once}</Text>
        {state.fields.protected === 1 && <Text size="sm">{t.protected}</Text>}
        <Group>
          <PreviewButton document={document} state={state} changed={setIsPreviewed} />
        </Group>
        <TestMail document={document} state={state} />
        <SendNow state={state} subscribers={subscribers} />
      </Stack>
    </Modal>
  );
}

/** The dialog closes with the button that opened it, because a post is mailed once. */
function SendNow({ state, subscribers }: Pick<SendDialogProps, 'state' | 'subscribers'>) {
  const t = useTranslations().editor.mailing;
  const isScheduled = useIsComing(state.base.publishAt);
  const send = useMutation(
    trpc.posts.update.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.mailings.pathFilter()),
    }),
  );
  const { id } = state;
  return (
    <>
      <Text size="sm">{t.publicOnly}</Text>
      {send.error && (
        <Alert color="red" role="alert">
          {errorSentence(send.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button loading={send.isPending} onClick={() => id !== null && send.mutate({ id, notifySubscribers: true })}>
          {formatMessage(isScheduled ? t.later : t.now, { count: subscribers })}
        </Button>
      </Group>
    </>
  );
}
