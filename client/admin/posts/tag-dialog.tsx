import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useId, useState, type FormEvent } from 'react';

import { plural } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { postFields } from '../../../shared/post-fields.ts';

interface TagDialogProps {
  action: 'tag' | 'untag';
  /** The number of posts. */
  count: number;
  /** Tags to choose from; at least one when a tag is to be removed. */
  tags: string[];
  onCancel: () => void;
  onTag: (tag: string) => void;
}

/** Asks for the tag to add or remove. */
export function TagDialog({ action, count, tags, onCancel, onTag }: TagDialogProps) {
  const { posts: t, common } = useTranslations();
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
      title={plural(isAdding ? t.addTagTo : t.removeTagFrom, count, language)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack component="form" onSubmit={submit}>
        {isAdding ? (
          <TextInput
            data-autofocus
            label={t.tag}
            maxLength={postFields.tags.max}
            list={known}
            value={tag}
            onChange={({ currentTarget }) => setTag(currentTarget.value)}
          />
        ) : (
          <NativeSelect
            data-autofocus
            label={t.tag}
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
          <Button type="submit">{isAdding ? t.addTag : t.removeTag}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
