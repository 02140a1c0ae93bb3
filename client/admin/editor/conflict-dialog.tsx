import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { Compare } from './compare.tsx';
import type { Conflict, DocumentState, EditorDocument } from './document.ts';
import { keepLineEndings } from '../device/unsaved/line-endings.ts';
import { keepMine, takeTheirs } from './tasks.ts';

interface ConflictDialogProps {
  document: EditorDocument;
  state: DocumentState;
  conflict: Conflict;
}

/**
 * The post was changed elsewhere: shows both versions and applies the decision of the user. Nothing is overwritten
 * before that. Edits in the dialog go directly to the editor.
 */
export function ConflictDialog({ document, state, conflict }: ConflictDialogProps) {
  const { editor, common } = useTranslations();
  const [mine] = useState(state.fields);
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
              before={{ fields: conflict.resolved, label: editor.theirs }}
              after={{ fields: mine, label: editor.mine }}
              edited={(content) => document.change({ content: keepLineEndings(mine.content, content) })}
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
          <Button onClick={() => void keepMine(document)}>{editor.keepMine}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
