import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useId, useState, type FormEvent } from 'react';

import { counted } from '../words/fill.ts';
import { useLanguage, useWords } from '../words/words.ts';

/** Characters that the service takes. */
const LONGEST = 50;

interface TagDialogProps {
  action: 'tag' | 'untag';
  /** How many posts. */
  count: number;
  /** Tags to choose from; there is one at least to take away. */
  tags: string[];
  onCancel: () => void;
  onTag: (tag: string) => void;
}

/** Asks for the tag that posts get or lose. */
export function TagDialog({ action, count, tags, onCancel, onTag }: TagDialogProps) {
  const { posts: words, common } = useWords();
  const language = useLanguage();
  const isAdding = action === 'tag';
  const [tag, setTag] = useState(isAdding ? '' : (tags[0] ?? ''));
  const known = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (tag.trim() !== '') onTag(tag.trim());
  }

  return (
    <Modal
      opened
      centered
      onClose={onCancel}
      title={counted(isAdding ? words.addTagTo : words.removeTagFrom, count, language)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack component="form" onSubmit={submit}>
        {isAdding ? (
          <TextInput
            data-autofocus
            label={words.tag}
            maxLength={LONGEST}
            list={known}
            value={tag}
            onChange={({ currentTarget }) => setTag(currentTarget.value)}
          />
        ) : (
          <NativeSelect
            data-autofocus
            label={words.tag}
            data={tags}
            value={tag}
            onChange={({ currentTarget }) => setTag(currentTarget.value)}
          />
        )}
        <datalist id={known}>
          {tags.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit">{isAdding ? words.addTag : words.removeTag}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
