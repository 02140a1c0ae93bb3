import { ActionIcon, Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { Trash2 } from 'lucide-react';

import type { Media } from '../../index.ts';
import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import { CopyMarkdown } from './copy-markdown.tsx';
import { nameOf } from './markdown.ts';
import { Preview } from './preview.tsx';

interface GridProps {
  media: readonly Media[];
  edit(media: Media): void;
  remove(media: Media): void;
}

/** The links of a page, with what they lead to. */
export function Grid({ media, edit, remove }: GridProps) {
  const words = useWords().media;
  return (
    <ul className="media-grid" aria-label={words.list}>
      {media.map((one) => (
        <li key={one.id} className="media-card">
          <Preview key={one.url} media={one} />
          <Group gap={4} wrap="nowrap">
            <UnstyledButton
              className="media-name"
              aria-label={fill(words.editOf, { name: nameOf(one) })}
              onClick={() => edit(one)}
            >
              <Text size="sm" truncate>
                {nameOf(one)}
              </Text>
            </UnstyledButton>
            <CopyMarkdown media={one} />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={fill(words.deleteOf, { name: nameOf(one) })}
              onClick={() => remove(one)}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </li>
      ))}
    </ul>
  );
}

/** Where the links will be. */
export function GridOutline() {
  const { common } = useWords();
  return (
    <div className="media-grid" role="status" aria-label={common.loading}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => (
        <Skeleton key={name} height={170} />
      ))}
    </div>
  );
}
