import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { trpc } from '../api/api.ts';
import { sentenceOf } from '../errors/translate-error.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

/** Reads which posts use a file, without the cache. */
export function useUses(id: string) {
  return useQuery({ ...trpc.media.uses.queryOptions({ id }), staleTime: 0, gcTime: 0 });
}

/** The posts that use a file, with links to the editor. */
export function Uses({ query: { data, error } }: { query: ReturnType<typeof useUses> }) {
  const { media: t, design, menu } = useTranslations();
  const labels = { ...design, ...menu, customCss: design.css };
  if (error) return <Text size="sm">{sentenceOf(error)}</Text>;
  if (!data) return <Skeleton height={14} width="60%" mt="xs" />;
  return (
    <>
      {data.total === 0 && data.settings.length === 0 && <Text size="sm">{t.unused}</Text>}
      <ul className="media-uses">
        {data.settings.map((name) => (
          <li key={name}>
            <LinkTo to="/settings" search={{ part: partOf(name) }}>
              {labels[name]}
            </LinkTo>
          </li>
        ))}
        {data.posts.map(({ id, title, where }) => (
          <li key={`${id} ${where}`}>
            <LinkTo to="/posts/$id" params={{ id }}>
              {title}
            </LinkTo>{' '}
            <Text span size="sm" c="dimmed">
              {t.where[where]}
            </Text>
          </li>
        ))}
      </ul>
      {data.pendingPosts > 0 && <Text size="sm">{formatMessage(t.pendingPosts, { count: data.pendingPosts })}</Text>}
      {data.encryptedPosts > 0 && (
        <Text size="sm" c="dimmed">
          {t.protectedHelp}
        </Text>
      )}
    </>
  );
}

/** The part of the settings that contains a setting. */
function partOf(name: string): 'navigation' | 'design' {
  return name === 'navigation' || name === 'footerNavigation' ? 'navigation' : 'design';
}
