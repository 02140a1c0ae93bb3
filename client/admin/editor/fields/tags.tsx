import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';

import { postFields } from '../../../../shared/post-fields.ts';
import { trpc } from '../../api/api.ts';
import { matchesWords } from '../../ui/find.ts';
import { useTranslations } from '../../translations/translations.ts';

const { most } = postFields.tags;

interface TagsProps {
  value: string[];
  change: (tags: string[]) => void;
}

/** The tags of the post. An unfinished tag is added when the post is saved. */
export function Tags({ value, change }: TagsProps) {
  const { data: used } = useQuery(trpc.stats.all.queryOptions());
  const { editor, fields } = useTranslations();
  const [typed, setTyped] = useState('');

  /** Handles the save shortcut before the window does. */
  function take({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): void {
    if (!(ctrlKey || metaKey) || key.toLowerCase() !== 's' || nativeEvent.isComposing) return;
    const tag = typed.trim();
    const isThere = value.some((one) => one.toLowerCase() === tag.toLowerCase());
    if (tag === '' || value.length >= most) return;
    if (!isThere) change([...value, tag]);
    setTyped('');
  }

  return (
    <TagsInput
      label={fields.tags}
      description={editor.tagsHelp}
      data={used?.tags.map(({ tag }) => tag) ?? []}
      value={value}
      onChange={change}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={take}
      filter={({ options, search, limit }) =>
        options.filter((option) => 'label' in option && matchesWords(option.label, search)).slice(0, limit)
      }
      limit={8}
      maxTags={most}
    />
  );
}
