import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

import { Time } from '../ui/time.tsx';
import { useTranslations } from '../translations/translations.ts';
import { Compare } from './compare.tsx';
import { forget, type SealedText } from '../device/unsaved/texts.ts';
import { isUnsaved, type DocumentState, type EditorDocument } from './document.ts';
import { StoredTexts } from './stored-texts.tsx';
import { RecoverSealed } from './recover-sealed.tsx';
import { findRecoverable, findNews, restore } from './recovery.ts';
import type { OpenedText } from './seal.ts';
import { cancelPendingTask } from './pending-task.ts';

/**
 * Offers unsaved texts on this device after a window was closed or crashed. One can be restored; the others remain
 * until they are restored or discarded.
 */
export function Recover({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor } = useTranslations();
  const [found, setFound] = useState<OpenedText[]>([]);
  const [sealed, setSealed] = useState<SealedText[]>([]);
  useEffect(() => {
    let isGone = false;
    void findRecoverable(document).then((left) => {
      if (isGone) return;
      setFound(left.texts);
      setSealed(left.sealed);
    });
    return () => void (isGone = true);
  }, [document]);
  const [chosen, choose] = useState<string>();
  const kept = found.find(({ key }) => key === chosen) ?? found[0];
  if (!kept && sealed.length > 0) {
    const opened = (texts: OpenedText[], left: SealedText[]) => {
      setFound(findNews(document, texts));
      setSealed(left);
    };
    return <RecoverSealed sealed={sealed} opened={opened} close={() => setSealed([])} />;
  }
  if (!kept) return null;
  const close = () => setFound([]);
  const isOnScreen = state.id === null || isUnsaved(state);

  function discard(given: OpenedText): void {
    forget(given.id, given.key);
    cancelPendingTask(given.key);
    setFound(found.filter((one) => one !== given));
  }

  return (
    <Modal
      opened
      onClose={close}
      title={editor.found}
      size="min(72rem, 96vw)"
      closeButtonProps={{ 'aria-label': editor.decideLater }}
    >
      <Stack>
        {found.length > 1 ? (
          <StoredTexts texts={found} chosen={kept} choose={choose} />
        ) : (
          <Text>
            {editor.foundHelp} <Time at={new Date(kept.at).toISOString()} />
          </Text>
        )}
        <Compare
          key={kept.key}
          before={{ fields: state.fields, label: isOnScreen ? editor.onScreen : editor.onService }}
          after={{ fields: kept.fields, label: editor.onDevice }}
        />
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={close}>
            {editor.decideLater}
          </Button>
          <Button variant="default" onClick={() => discard(kept)}>
            {editor.discard}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              restore(document, kept);
              close();
            }}
          >
            {editor.restore}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
