import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { Compare } from './compare.tsx';
import type { Conflict, DocumentState, EditorDocument } from './document.ts';
import { onBase } from './fields.ts';
import { settle, takeTheirs } from './tasks.ts';

interface ConflictDialogProps {
  document: EditorDocument;
  state: DocumentState;
  conflict: Conflict;
}

/**
 * Somebody else changed the post: shows both and does what the writer decides. Nothing is written over before that, and
 * what is typed here is the editor's text at once, however the dialog is left.
 */
export function ConflictDialog({ document, state, conflict }: ConflictDialogProps) {
  const { editor, common } = useTranslations();
  const { saved } = conflict.theirs;
  // What only they changed is theirs in both.
  const [mine] = useState(() => ({ ...onBase(state.fields, state.base, saved), content: state.fields.content }));
  const close = () => document.set({ conflict: null, trouble: 'stale' });

  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={editor.changedElsewhere}
      size="min(72rem, 96vw)"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        {conflict.isLocked ? (
          <Alert color="orange">{editor.lockedTheirs}</Alert>
        ) : (
          <>
            <Text>{editor.changedElsewhereHelp}</Text>
            <Compare
              before={{ fields: saved, label: editor.theirs }}
              after={{ fields: mine, label: editor.mine }}
              edited={(content) => document.change({ content })}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" data-autofocus onClick={close}>
            {editor.decideLater}
          </Button>
          <Button variant="default" onClick={() => takeTheirs(document)}>
            {editor.takeTheirs}
          </Button>
          <Button onClick={() => void settle(document)}>{editor.keepMine}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
