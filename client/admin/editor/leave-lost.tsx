import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { isUploading } from '../uploads/queue.ts';
import { isNotStored, isUnsaved, type DocumentState, type EditorDocument } from './document.ts';
import { isSecret, isStored } from './keep-on-device.ts';
import { useSignOutQuestion } from '../session/use-sign-out-question.ts';

/**
 * Asks for confirmation before navigation or sign-out loses a text that is neither saved nor stored on the device, and
 * before files that are being uploaded lose their place in the post.
 */
export function LeaveLost({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor, common, session, uploads } = useTranslations();
  const isTextAtRisk = useCallback(
    () => isUnsaved(document.state()) && (isNotStored(document.state()) || (isSecret(document) && !isStored(document))),
    [document],
  );
  const isAtRisk = useCallback(
    () => !document.isDeleted && (isTextAtRisk() || isUploading(`${document.key} `)),
    [document, isTextAtRisk],
  );
  const { status, proceed, reset } = useBlocker({
    // The document moves along to the URL of the post itself, which a save may have assigned.
    shouldBlockFn: ({ next }) =>
      isAtRisk() && !(next.routeId === '/posts/$id' && next.params.id === document.state().id),
    enableBeforeUnload: isAtRisk,
    withResolver: true,
  });
  const signOut = useSignOutQuestion(isTextAtRisk);
  if (status !== 'blocked' && signOut === null) return null;
  const stay = () => (signOut ? signOut(false) : reset?.());
  const leave = () => (signOut ? signOut(true) : proceed?.());

  return (
    <Modal
      opened
      onClose={stay}
      title={isTextAtRisk() ? editor.leave : uploads.leave}
      centered
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        {isTextAtRisk() && (
          <Text>
            {isSecret(document)
              ? editor.leaveHelp
              : state.onDevice === 'full'
                ? editor.leaveFullHelp
                : editor.leaveFailedHelp}
          </Text>
        )}
        {signOut === null && isUploading(`${document.key} `) && <Text>{uploads.leaveHelp}</Text>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={stay}>
            {editor.stay}
          </Button>
          <Button color="red.9" onClick={leave}>
            {signOut ? session.signOut : editor.leaveAnyway}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
