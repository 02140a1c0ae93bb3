import { ActionIcon, Checkbox, Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';

import type { PostOverview } from '../../api/types.ts';
import { Time } from '../ui/time.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { columns } from './columns.ts';
import { PostMarks } from './post-marks.tsx';
import { PostNames } from './post-names.tsx';
import { PostStatus, postStatus } from './post-status.tsx';
import { basePath } from '../place.ts';

interface PostRowProps {
  post: PostOverview;
  isChosen: boolean;
  onChoose: (isRange: boolean) => void;
}

/** A post in the table. The whole row is a link to its editor. */
export function PostRow({ post, isChosen, onChoose }: PostRowProps) {
  const { posts } = useTranslations();
  const { id, title } = post;
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(post.date));
  return (
    <Table.Tr data-post={id} data-chosen={isChosen || undefined}>
      <Table.Td className="posts-above">
        <Checkbox
          aria-label={formatMessage(posts.select, { title })}
          checked={isChosen}
          // The change event does not contain the shift key, but the click that caused it does.
          onChange={({ nativeEvent }) => onChoose(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </Table.Td>
      <Table.Td>
        <Link className="posts-title" to="/posts/$id" params={{ id }}>
          {title}
        </Link>
        <PostMarks post={post} />
        <PostNames post={post} />
        <Group className="posts-small" hiddenFrom="sm" gap="md">
          <PostStatus post={post} />
          <time dateTime={post.date}>{day}</time>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom={columns.status.from}>
        <PostStatus post={post} />
      </Table.Td>
      <Table.Td visibleFrom={columns.date.from}>
        <time dateTime={post.date}>{day}</time>
      </Table.Td>
      <Table.Td visibleFrom={columns.changed.from}>
        <Time at={post.updated_at} />
      </Table.Td>
      {(['views', 'likes', 'comments'] as const).map((count) => (
        <Table.Td key={count} visibleFrom={columns[count].from} ta="end">
          {number.format(post[count])}
        </Table.Td>
      ))}
      <Table.Td className="posts-above">
        {postStatus(post) === 'published' && (
          <ActionIcon
            component="a"
            href={`${basePath}/posts/${encodeURIComponent(id)}`}
            target="_blank"
            variant="subtle"
            color="gray"
            aria-label={formatMessage(posts.onSite, { title })}
          >
            <ExternalLink size={16} aria-hidden />
          </ActionIcon>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
