import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent, type KeyboardEvent } from 'react';

import { isInvisible } from '../../../shared/invisible.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { useTranslations } from '../translations/translations.ts';
import { draftText, deleteDraft, saveDraft, type DraftKey } from './drafts.ts';

interface CommentFormProps {
  label: string;
  /** The label of the button. */
  send: string;
  /** The initial text. */
  text: string;
  draftKey: DraftKey;
  error: unknown;
  isSending: boolean;
  onSend: (text: string) => void;
  onClose: () => void;
}

/**
 * A form for a comment. Ctrl+Enter sends. Esc closes it and keeps the draft; Cancel discards the draft.
 */
export function CommentForm({
  label,
  send,
  text: first,
  draftKey,
  error,
  isSending,
  onSend,
  onClose,
}: CommentFormProps) {
  const { comments, common } = useTranslations();
  const [text, setText] = useState(() => draftText(draftKey) ?? first);
  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!isInvisible(text) && !isSending) onSend(text);
  }
  function write(next: string) {
    setText(next);
    if (next === first) deleteDraft(draftKey);
    else saveDraft(draftKey, next);
  }
  function cancel() {
    deleteDraft(draftKey);
    onClose();
  }
  function onKeyDown({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) {
    // During composition, Esc and Enter belong to the input method.
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

/** A stable ref callback, which React calls only on mount. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
