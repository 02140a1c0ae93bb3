import { SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Part } from './part.tsx';

/** The number of posts. */
const LIMIT = 6;

/** The most viewed, liked and discussed posts. */
export function Popular() {
  const t = useTranslations().dashboard;
  const [range, setRange] = useState<'7d' | '30d' | 'all'>('30d');
  const query = useQuery({
    ...trpc.stats.popular.queryOptions({ range, limit: LIMIT }),
    placeholderData: keepPreviousData,
  });
  const choices = [
    { value: '7d' as const, label: formatMessage(t.days, { count: 7 }) },
    { value: '30d' as const, label: formatMessage(t.days, { count: 30 }) },
    { value: 'all' as const, label: t.ever },
  ];

  return (
    <Part
      title={t.popular}
      query={query}
      side={<SegmentedControl size="xs" aria-label={t.popularOf} data={choices} value={range} onChange={setRange} />}
    >
      {({ posts }) => <PostLines posts={posts.filter(({ score }) => score > 0)} />}
    </Part>
  );
}

function PostLines({ posts }: { posts: BlogOutputs['stats']['popular']['posts'] }) {
  const t = useTranslations().dashboard;
  if (posts.length === 0) return <Text c="dimmed">{t.nothingPopular}</Text>;
  return (
    <ol className="lines">
      {posts.map(({ id, title, views, likes, comments }) => (
        <li key={id}>
          <LinkTo to="/posts/$id" params={{ id }} c="var(--mantine-color-text)" fw={500}>
            {title}
          </LinkTo>
          <Text size="sm" c="dimmed">
            {[
              formatMessage(t.viewCount, { count: views }),
              formatMessage(t.likeCount, { count: likes }),
              formatMessage(t.commentCount, { count: comments }),
            ].join(' · ')}
          </Text>
        </li>
      ))}
    </ol>
  );
}
