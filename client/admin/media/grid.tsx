import { ActionIcon, Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Media } from '../../index.ts';
import type { PictureSize } from '../../picture-size.ts';
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
export function Grid({ media, ...acts }: GridProps) {
  const words = useWords().media;
  return (
    <ul className="media-grid" aria-label={words.list}>
      {media.map((one) => (
        <Card key={`${one.id} ${one.url}`} media={one} {...acts} />
      ))}
    </ul>
  );
}

function Card({ media, edit, remove }: Omit<GridProps, 'media'> & { media: Media }) {
  const words = useWords().media;
  const [size, setSize] = useState<PictureSize>();
  const name = nameOf(media);
  return (
    <li className="media-card">
      <Preview media={media} onSize={setSize} />
      <Group gap={4} wrap="nowrap">
        <UnstyledButton className="media-name" aria-label={fill(words.editOf, { name })} onClick={() => edit(media)}>
          <Text size="sm" truncate>
            {name}
          </Text>
        </UnstyledButton>
        <CopyMarkdown media={media} size={size} />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={fill(words.deleteOf, { name })}
          onClick={() => remove(media)}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
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
