import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

import { useWords } from '../words/words.ts';
import { isUnsaved, type DocumentState, type EditorDocument } from './document.ts';
import { isSecret } from './keep-on-device.ts';

/** Asks before somebody leaves a text that is neither saved nor kept: a protected one, or when the device is full. */
export function LeaveLost({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor, common } = useWords();
  const isAtRisk = () => isUnsaved(document.state()) && (isSecret(document) || document.state().onDevice === 'full');
  const { status, proceed, reset } = useBlocker({
    // To the address of the post itself, which a save may give it, the text goes along.
    shouldBlockFn: ({ next }) =>
      isAtRisk() && !(next.routeId === '/posts/$id' && next.params.id === document.state().id),
    enableBeforeUnload: isAtRisk,
    withResolver: true,
    disabled: !isUnsaved(state),
  });
  if (status !== 'blocked') return null;
  return (
    <Modal opened onClose={reset} title={editor.leave} centered closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text>{isSecret(document) ? editor.leaveHelp : editor.leaveFullHelp}</Text>
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
