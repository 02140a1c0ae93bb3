import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import { excludesPublication, isUnsaved, type DocumentState, type EditorDocument } from '../document.ts';
import { Protection } from '../fields/protection.tsx';
import { SearchPreview, SharePreview } from '../fields/search-preview.tsx';
import { isSecret } from '../keep-on-device.ts';
import { troubleSentence } from '../status-sentences.ts';
import { perform } from '../tasks.ts';
import { useIsComing } from '../use-is-coming.ts';
import type { Place } from './checks.ts';
import { Changes } from './changes.tsx';
import { CheckList } from './check-list.tsx';
import { Newsletter } from './newsletter.tsx';
import { SiteCard } from './site-card.tsx';
import { WhenAndWhere } from './when-and-where.tsx';

interface PublishDialogProps {
  document: EditorDocument;
  state: DocumentState;
  close: () => void;
  /** Leads to the place of a warning. */
  goTo: (place: Place) => void;
}

/** What will happen when the post is published, or its changes are; and the checks before it. */
export function PublishDialog({ document, state, close, goTo }: PublishDialogProps) {
  const { common, editor, publishing: t } = useTranslations();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const isForLater = useIsComing(state.fields.publishAt);
  useSavedDraft(document);
  const { status, kind, trouble, running, notifies } = state;
  const isPublished = status === 'published';
  const publishNow = notifies === true ? editor.mailing.publishAndSend : editor.publish;
  const action = isPublished ? editor.update : isForLater ? editor.schedule : publishNow;
  const isBusy = excludesPublication(state);

  async function confirm(): Promise<void> {
    if (isBusy) return;
    await perform(document, 'publish');
    const { trouble: problem } = document.state();
    // Other problems are solved, or shown, by the editor.
    if (problem !== 'no-title' && (problem === null || typeof problem === 'string')) close();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void confirm();
  }

  return (
    <Modal
      opened
      onClose={close}
      title={isPublished ? t.update : isForLater ? t.schedule : kind === 'page' ? t.publishPage : t.publish}
      size="lg"
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': common.close }}
      onKeyDown={onKeyDown}
      data-publishing
    >
      <Stack gap="lg" className="publish-panel">
        <CheckList document={document} state={state} goTo={goTo} />
        {isPublished && (
          <Part title={t.changes}>
            <Changes state={state} />
          </Part>
        )}
        <WhenAndWhere document={document} state={state} />
        <Part title={t.visibility}>
          <Text size="sm">{state.fields.protected === 1 ? t.withPassword : t.everybody}</Text>
          <Protection document={document} fields={state.fields} />
        </Part>
        <Part title={t.onSite} edit={() => goTo({ in: 'field', name: 'excerpt' })}>
          <SiteCard state={state} />
        </Part>
        <Part title={editor.inSearch} edit={() => goTo({ in: 'field', name: 'metaTitle' })}>
          <SearchPreview state={state} />
        </Part>
        <Part title={editor.inShares} edit={() => goTo({ in: 'field', name: 'shareTitle' })}>
          <SharePreview state={state} />
        </Part>
        {kind === 'post' && (
          <Part title={t.newsletter}>
            <Newsletter document={document} state={state} />
          </Part>
        )}
        <Text size="sm" c="dimmed">
          {t.undoHelp}
        </Text>
        {trouble !== null && (
          <Alert color="red" role="alert">
            {troubleSentence(trouble, editor, state)}
          </Alert>
        )}
        <Group justify="flex-end" className="publish-actions">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button
            data-autofocus
            title="Ctrl ⏎"
            loading={running === 'publish'}
            disabled={isBusy && running !== 'publish'}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** A draft is saved when the panel opens, so that its address is known, and an undo leaves exactly this draft. */
function useSavedDraft(document: EditorDocument): void {
  useEffect(() => {
    const state = document.state();
    const { status, fields, running } = state;
    if (status !== 'draft' || running !== null || isSecret(document) || fields.title.trim() === '') return;
    if (state.id === null || isUnsaved(state)) void perform(document, 'autosave');
  }, [document]);
}

interface PartProps {
  title: string;
  /** Leads to the fields that change it. */
  edit?: () => void;
  children: ReactNode;
}

function Part({ title, edit, children }: PartProps) {
  const { publishing: t } = useTranslations();
  return (
    <Stack component="section" aria-label={title} gap="xs">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text component="h3" fw={600} size="sm">
          {title}
        </Text>
        {edit && (
          <Button variant="subtle" size="compact-sm" aria-label={`${t.change}: ${title}`} onClick={edit}>
            {t.change}
          </Button>
        )}
      </Group>
      {children}
    </Stack>
  );
}
