import { TagsInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

import { useWords } from '../../words/words.ts';

/** Tags that a post can have. */
const MOST = 50;

interface TagsProps {
  value: string[];
  /** Those that other posts have. */
  names: string[];
  change: (tags: string[]) => void;
}

/** The tags of the post. One that is typed but not ended yet counts when the post is saved. */
export function Tags({ value, names, change }: TagsProps) {
  const { editor } = useWords();
  const [typed, setTyped] = useState('');

  /** The key that saves hears of it before the window does, which then saves. */
  function take({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): void {
    if (!(ctrlKey || metaKey) || key.toLowerCase() !== 's' || nativeEvent.isComposing) return;
    const tag = typed.trim();
    const isThere = value.some((one) => one.toLowerCase() === tag.toLowerCase());
    if (tag === '' || value.length >= MOST) return;
    if (!isThere) change([...value, tag]);
    setTyped('');
  }

  return (
    <TagsInput
      label={editor.tags}
      description={editor.tagsHelp}
      data={names}
      value={value}
      onChange={change}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={take}
      limit={8}
      maxTags={MOST}
    />
  );
}
