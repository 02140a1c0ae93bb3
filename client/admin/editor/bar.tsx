import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Eye, SlidersHorizontal } from 'lucide-react';
import { memo } from 'react';

import { readingMinutes } from '../../../shared/words.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Actions } from './actions.tsx';
import { canPublish, differOnlyInText, isUnsaved, type DocumentState, type EditorDocument } from './document.ts';
import { SendButton } from './mailing/send-button.tsx';
import { StatusLine } from './status-line.tsx';
import { perform } from './tasks.ts';
import { useIsComing } from './use-is-coming.ts';
import type { SidePart } from './use-side.ts';

interface BarProps {
  document: EditorDocument;
  state: DocumentState;
  side: SidePart | null;
  toggle: (part: SidePart) => void;
  /** Opens the publish panel. */
  publish: () => void;
  /** Unknown before the text was rendered. */
  words: number | undefined;
}

/** The status and actions of the post. It is not rendered again for most keys that are typed into the text. */
export const Bar = memo(BarNow, ({ state, ...before }, { state: now, ...after }) => {
  const names = Object.keys(after) as (keyof typeof after)[];
  return names.every((name) => before[name] === after[name]) && differOnlyInText(state, now);
});

function BarNow({ document, state, side, toggle, publish, words }: BarProps) {
  const { editor, common } = useTranslations();
  const { kind, fields, base, status, running } = state;
  const isNew = state.id === null;
  const isBusy = running !== null && running !== 'autosave';
  const isPublished = status === 'published';
  // The status is that of the service, regardless of the field.
  const isScheduled = useIsComing(base.publishAt);
  const isForLater = useIsComing(fields.publishAt);
  const publishName = isPublished ? editor.update : isForLater ? editor.schedule : editor.publish;

  return (
    <Group className="editor-bar" component="section" aria-label={editor.bar} gap="xs" justify="space-between">
      <Group gap="xs" className="editor-where">
        <ActionIcon
          title={kind === 'page' ? editor.backToPages : editor.back}
          component={Link}
          to={kind === 'page' ? '/pages' : '/posts'}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={kind === 'page' ? editor.backToPages : editor.back}
        >
          <ArrowLeft size={18} aria-hidden />
        </ActionIcon>

        <Badge variant="dot" color={isPublished ? 'green' : 'gray.5'} className="editor-state">
          {isPublished ? (isScheduled ? editor.scheduled : editor.published) : editor.draft}
        </Badge>
        <StatusLine document={document} state={state} />
      </Group>
      <Group gap={6} className="editor-actions">
        {words !== undefined && <Count words={words} />}
        <ActionIcon
          title={`${editor.preview} · Ctrl ⇧ P`}
          variant={side === 'preview' ? 'light' : 'subtle'}
          color={side === 'preview' ? undefined : 'gray'}
          size="lg"
          aria-label={editor.preview}
          aria-pressed={side === 'preview'}
          onClick={() => toggle('preview')}
        >
          <Eye size={18} aria-hidden />
        </ActionIcon>

        <ActionIcon
          title={editor.fields}
          variant={side === 'fields' ? 'light' : 'subtle'}
          color={side === 'fields' ? undefined : 'gray'}
          size="lg"
          aria-label={editor.fields}
          aria-pressed={side === 'fields'}
          onClick={() => toggle('fields')}
        >
          <SlidersHorizontal size={18} aria-hidden />
        </ActionIcon>

        {kind === 'post' && <SendButton document={document} state={state} />}
        <Actions document={document} state={state} />
        <Button
          title="Ctrl S"
          variant="default"
          size="sm"
          loading={running === 'save'}
          disabled={isBusy || (!isNew && !isUnsaved(state))}
          onClick={() => void perform(document, 'save')}
        >
          {common.save}
        </Button>

        <Button
          title="Ctrl ⏎"
          size="sm"
          loading={running === 'publish'}
          disabled={!canPublish(state)}
          aria-haspopup="dialog"
          onClick={publish}
        >
          {publishName}
        </Button>
      </Group>
    </Group>
  );
}

/** The length of the text in words and minutes. */
function Count({ words }: { words: number }) {
  const { editor } = useTranslations();
  const minutes = readingMinutes(words);
  return (
    <Text size="sm" c="dimmed" className="editor-count">
      {formatMessage(editor.words, { count: words })} · {formatMessage(editor.minutes, { count: minutes })}
    </Text>
  );
}
