import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useId, useState, type FormEvent } from 'react';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { postFields } from '../../../shared/post-fields.ts';

interface NameDialogProps {
  action: 'tag' | 'untag' | 'category';
  /** The number of posts. */
  count: number;
  /** Names to choose from; at least one when a tag is to be removed. */
  names: string[];
  onCancel: () => void;
  /** Called with the tag, or with the category: "" for none. */
  onName: (name: string) => void;
}

const titles = { tag: 'addTagTo', untag: 'removeTagFrom', category: 'setCategoryOf' } as const;
const buttons = { tag: 'addTag', untag: 'removeTag', category: 'setCategory' } as const;

/** Asks for the tag to add or remove, or for the category to set. */
export function NameDialog({ action, count, names, onCancel, onName }: NameDialogProps) {
  const { posts: t, common } = useTranslations();
  const isRemoving = action === 'untag';
  const isCategory = action === 'category';
  const [name, setName] = useState(isRemoving ? (names[0] ?? '') : '');
  const known = useId();
  const label = isCategory ? t.category : t.tag;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isCategory || name.trim() !== '') onName(name.trim());
  }

  return (
    <Modal
      opened
      centered
      onClose={onCancel}
      title={formatMessage(t[titles[action]], { count })}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack component="form" onSubmit={submit}>
        {isRemoving ? (
          <NativeSelect
            data-autofocus
            label={label}
            data={names}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        ) : (
          <TextInput
            data-autofocus
            label={label}
            description={isCategory ? t.categoryHelp : undefined}
            maxLength={isCategory ? postFields.category.max : postFields.tags.max}
            list={known}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        <datalist id={known}>
          {names.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit">{t[buttons[action]]}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
