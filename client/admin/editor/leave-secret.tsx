import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

import { useWords } from '../words/words.ts';
import { isUnsaved, type DocumentState, type EditorDocument } from './document.ts';
import { isSecret } from './keep-on-device.ts';

/** Asks before somebody leaves a protected text that is not saved: this device keeps none of it. */
export function LeaveSecret({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor, common } = useWords();
  const isAtRisk = () => isSecret(document) && isUnsaved(document.state());
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isAtRisk,
    enableBeforeUnload: isAtRisk,
    withResolver: true,
    disabled: !isUnsaved(state),
  });
  if (status !== 'blocked') return null;
  return (
    <Modal opened onClose={reset} title={editor.leave} centered closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text>{editor.leaveHelp}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={reset}>
            {editor.stay}
          </Button>
          <Button color="red" onClick={proceed}>
            {editor.leaveAnyway}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
