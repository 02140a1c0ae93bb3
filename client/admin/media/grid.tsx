import { ActionIcon, Badge, Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Media } from '../../index.ts';
import type { ImageSize } from '../../../shared/image-size.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { CopyMarkdown } from './copy-markdown.tsx';
import { mediaName } from '../uploads/markdown.ts';
import { Preview } from '../uploads/preview.tsx';

interface GridProps {
  media: readonly Media[];
  edit(media: Media): void;
  remove(media: Media): void;
}

/** The files of a page with previews. */
export function Grid({ media, ...acts }: GridProps) {
  const t = useTranslations().media;
  return (
    <ul className="media-grid" aria-label={t.list}>
      {media.map((one) => (
        <Card key={`${one.id} ${one.url}`} media={one} {...acts} />
      ))}
    </ul>
  );
}

function Card({ media, edit, remove }: Omit<GridProps, 'media'> & { media: Media }) {
  const t = useTranslations().media;
  const [size, setSize] = useState<ImageSize>();
  const name = mediaName(media);
  return (
    <li className="media-card">
      {/* Posts know the sizes of uploads. */}
      <Preview media={media} onSize={media.mime === undefined ? setSize : undefined} />
      {media.kind === 'image' && media.alt === '' && (
        <Badge size="sm" color="dark.6" className="media-lacks">
          {t.lacksAlt}
        </Badge>
      )}
      <Group gap={4} wrap="nowrap">
        <UnstyledButton
          className="media-name"
          aria-label={formatMessage(t.editOf, { name })}
          onClick={() => edit(media)}
        >
          <Text className="own-name" dir="auto" size="sm" truncate>
            {name}
          </Text>
        </UnstyledButton>
        <CopyMarkdown media={media} size={size} />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={formatMessage(t.deleteOf, { name })}
          onClick={() => remove(media)}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  );
}

/** A skeleton of the grid. */
export function GridOutline() {
  const { common } = useTranslations();
  return (
    <div className="media-grid" role="status" aria-label={common.loading}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => (
        <Skeleton key={name} height={170} />
      ))}
    </div>
  );
}
