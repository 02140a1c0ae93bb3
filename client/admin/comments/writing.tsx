import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent, type KeyboardEvent } from 'react';

import { isInvisible } from '../../../shared/invisible.ts';
import { asBlogError } from '../../errors.ts';
import { useTranslations } from '../translations/translations.ts';
import { begunText, forgetBegun, keepBegun, type Begun } from './begun.ts';

interface WritingProps {
  label: string;
  /** What the button says. */
  send: string;
  /** What it begins with. */
  text: string;
  begun: Begun;
  error: unknown;
  isSending: boolean;
  onSend: (text: string) => void;
  onClose: () => void;
}

/**
 * A field for a comment, in its place; Ctrl Enter sends. Esc closes it, and what was begun is there again when it is opened
 * again; whoever cancels gives it up.
 */
export function Writing({ label, send, text: first, begun, error, isSending, onSend, onClose }: WritingProps) {
  const { comments, common } = useTranslations();
  const [text, setText] = useState(() => begunText(begun) ?? first);
  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!isInvisible(text) && !isSending) onSend(text);
  }
  function write(next: string) {
    setText(next);
    if (next === first) forgetBegun(begun);
    else keepBegun(begun, next);
  }
  function cancel() {
    forgetBegun(begun);
    onClose();
  }
  function onKeyDown({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) {
    // There, Esc and Enter belong to whoever chooses a character.
    if (nativeEvent.isComposing) return;
    if (key === 'Escape') onClose();
    if (key === 'Enter' && (ctrlKey || metaKey)) submit();
  }
  return (
    <Stack component="form" gap="xs" mt="xs" mb="sm" onSubmit={submit}>
      <Textarea
        label={label}
        value={text}
        autosize
        minRows={3}
        maxRows={16}
        data-autofocus
        ref={focusAtEnd}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <Alert color="red" role="alert">
          {asBlogError(error).message}
        </Alert>
      )}
      <Group gap="xs">
        <Button type="submit" size="compact-md" loading={isSending} disabled={isInvisible(text)}>
          {send}
        </Button>
        <Button size="compact-md" variant="default" onClick={cancel}>
          {common.cancel}
        </Button>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {comments.sendKeys}
        </Text>
      </Group>
    </Stack>
  );
}

/** As a callback of its own, which React calls once: the field gets the keyboard when it appears. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
