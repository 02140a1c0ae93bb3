import { ActionIcon, Avatar, Box, Group, Text } from '@mantine/core';
import { ExternalLink, Pencil, Trash2 } from 'lucide-react';

import { atSite } from '../../../../shared/site-address.ts';
import { basePath } from '../../place.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { LinkTo } from '../../ui/link-to.tsx';
import type { CountedAuthor } from './counted-author.ts';
// Only here, so the app does not load it first.
import '@mantine/core/styles/Avatar.css';

interface AuthorRowProps {
  author: CountedAuthor;
  edit(): void;
  remove(): void;
}

/** An author with a link to the posts, one to the page, and buttons to change and delete them. */
export function AuthorRow({ author, edit, remove }: AuthorRowProps) {
  const { authors: t, common } = useTranslations();
  const { id, name, bio, picture, posts } = author;
  const count = formatMessage(t.posts, { count: posts });
  return (
    <Group component="li" justify="space-between" wrap="nowrap" className="row">
      <Avatar src={picture === '' ? null : atSite(basePath, picture)} alt="" radius="xl" />
      <Box className="long-text" flex={1}>
        <Text fw={500} dir="auto" className="own-name">
          {name}
        </Text>
        {bio !== '' && (
          <Text size="sm" dir="auto" lineClamp={2} className="own-name">
            {bio}
          </Text>
        )}
        <LinkTo
          to="/posts"
          search={{ author: id }}
          size="sm"
          c="dimmed"
          underline="always"
          aria-label={`${name}: ${count}`}
        >
          {count}
        </LinkTo>
      </Box>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          component="a"
          href={atSite(basePath, `/authors/${encodeURIComponent(id)}`)}
          target="_blank"
          variant="subtle"
          color="gray"
          aria-label={formatMessage(t.view, { name })}
        >
          <ExternalLink size={16} aria-hidden />
        </ActionIcon>
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
