import { SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { plural } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { Part } from './part.tsx';

/** The number of posts. */
const LIMIT = 6;

/** The most viewed, liked and discussed posts. */
export function Popular() {
  const t = useTranslations().dashboard;
  const language = useLanguage();
  const [range, setRange] = useState<'7d' | '30d' | 'all'>('30d');
  const query = useQuery({
    ...trpc.stats.popular.queryOptions({ range, limit: LIMIT }),
    placeholderData: keepPreviousData,
  });
  const choices = [
    { value: '7d' as const, label: plural(t.days, 7, language) },
    { value: '30d' as const, label: plural(t.days, 30, language) },
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
  const language = useLanguage();
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
              plural(t.viewCount, views, language),
              plural(t.likeCount, likes, language),
              plural(t.commentCount, comments, language),
            ].join(' · ')}
          </Text>
        </li>
      ))}
    </ol>
  );
}
