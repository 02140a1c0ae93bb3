import { ActionIcon, Group, Text } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { LinkTo } from '../ui/link-to.tsx';
import type { Named } from './named.ts';

interface NameRowProps {
  kind: 'tag' | 'category';
  named: Named;
  edit(): void;
  remove(): void;
}

/** A tag or category with its posts, which a link shows, its description, and buttons to change and delete it. */
export function NameRow({ kind, named, edit, remove }: NameRowProps) {
  const { taxonomy: t, common } = useTranslations();
  const { name, description, published, others, pages } = named;
  const counts = [
    formatMessage(t.published, { count: published }),
    ...(others > 0 ? [formatMessage(t.others, { count: others })] : []),
    ...(pages > 0 ? [formatMessage(t.pages, { count: pages })] : []),
  ];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" className="row">
      <div className="long-text">
        <Text fw={500} dir="auto" className="own-name">
          {name}
        </Text>
        {description !== '' && (
          <Text size="sm" dir="auto" className="own-name">
            {description}
          </Text>
        )}
        <LinkTo
          to="/posts"
          search={{ [kind]: name }}
          size="sm"
          c="dimmed"
          underline="always"
          aria-label={`${name}: ${counts.join(' · ')}`}
        >
          {counts.join(' · ')}
        </LinkTo>
      </div>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon variant="subtle" color="gray" aria-label={`${common.edit}: ${name}`} onClick={edit}>
          <Pencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={formatMessage(t.deleteOf, { name })} onClick={remove}>
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}
