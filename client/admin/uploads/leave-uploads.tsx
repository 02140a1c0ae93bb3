import { Button, Group, Modal, Stack, Text } from '@mantine/core';

import { useSignOutQuestion } from '../session/use-sign-out-question.ts';
import { useTranslations } from '../translations/translations.ts';
import { isUploading } from './queue.ts';

/** Asks before a sign-out cancels uploads. */
export function LeaveUploads() {
  const { uploads: t, editor, common, session } = useTranslations();
  const answer = useSignOutQuestion(isUploading);
  if (answer === null) return null;
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={t.leave}
      centered
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        <Text>{t.signOutHelp}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            {editor.stay}
          </Button>
          <Button color="red.9" onClick={() => answer(true)}>
            {session.signOut}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
