import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { Time } from '../ui/time.tsx';
import { useWords } from '../words/words.ts';
import { Compare } from './compare.tsx';
import { adopt, forget, keptOf, type Kept } from './device.ts';
import type { DocumentState, EditorDocument } from './document.ts';
import { areSame } from './fields.ts';
import { isSecret } from './keep-on-device.ts';
import { noteSent } from './unanswered.ts';

/** Offers what this device kept of the post when a window was closed, or crashed, before it was saved. */
export function Recover({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor } = useWords();
  const [found, setFound] = useState(() => leftOf(document));
  const [kept] = found;
  if (!kept) return null;
  const next = () => setFound(found.slice(1));

  function discard({ id, key }: Kept): void {
    forget(id, key);
    next();
  }

  return (
    <Modal
      opened
      onClose={next}
      title={editor.found}
      size="min(72rem, 96vw)"
      closeButtonProps={{ 'aria-label': editor.decideLater }}
    >
      <Stack>
        <Text>
          {editor.foundHelp} <Time at={new Date(kept.at).toISOString()} />
        </Text>
        <Compare
          before={{ fields: state.fields, label: state.id === null ? editor.onScreen : editor.onService }}
          after={{ fields: kept.fields, label: editor.onDevice }}
        />
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={next}>
            {editor.decideLater}
          </Button>
          <Button variant="default" onClick={() => discard(kept)}>
            {editor.discard}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              restore(document, kept);
              next();
            }}
          >
            {editor.restore}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What other windows left. What says nothing new goes. */
function leftOf(document: EditorDocument): Kept[] {
  const { id, fields } = document.state();
  const left = keptOf(id).filter(({ key }) => key !== document.key);
  const isNews = (kept: Kept) => !areSame(kept.fields, fields);
  for (const kept of left) if (!isNews(kept)) forget(kept.id, kept.key);
  return left.filter(isNews);
}

/** Puts it on the screen, and lets this window keep it, unless the post is protected by now. */
function restore(document: EditorDocument, kept: Kept): void {
  const { id, version, fields } = document.state();
  // With the version that it began with: when the post went on since then, saving shows both.
  document.set({ version: id === null ? version : Math.min(kept.version, version) });
  document.change({ ...kept.fields, slug: id ?? kept.fields.slug, protected: fields.protected });
  if (kept.sent) noteSent(document, 'save', kept.sent);
  if (isSecret(document)) forget(kept.id, kept.key);
  else adopt(kept, document.key);
}
