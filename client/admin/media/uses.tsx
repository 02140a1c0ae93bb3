import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { trpc } from '../api/api.ts';
import { errorSentence } from '../errors/translate-error.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

/** Reads which posts use a file, without the cache. */
export function useUses(id: string) {
  return useQuery({ ...trpc.media.uses.queryOptions({ id }), staleTime: 0, gcTime: 0 });
}

/** What uses a file, with links to where it is changed. */
export function Uses({ query: { data, error } }: { query: ReturnType<typeof useUses> }) {
  const { media: t, design, menu, newsletter } = useTranslations();
  const labels = { ...design, ...menu, customCss: design.css, imprintUrl: newsletter.imprintUrl };
  if (error) return <Text size="sm">{errorSentence(error)}</Text>;
  if (!data) return <Skeleton height={14} width="60%" mt="xs" />;
  const { settings, authors, names, total } = data;
  const isUsed = total > 0 || [...settings, ...authors, ...names].length > 0;
  return (
    <>
      {!isUsed && <Text size="sm">{t.unused}</Text>}
      <ul className="media-uses">
        {settings.map((name) => (
          <li key={name}>
            <LinkTo to="/settings" search={{ part: partOf(name) }}>
              {labels[name]}
            </LinkTo>
          </li>
        ))}
        {authors.map(({ id, name }) => (
          <li key={`author ${id}`}>
            <LinkTo to="/authors" search={{ search: name }}>
              {name}
            </LinkTo>{' '}
            <Where>{t.where.author}</Where>
          </li>
        ))}
        {names.map(({ kind, name }) => (
          <li key={`${kind} ${name}`}>
            <LinkTo to="/tags" search={{ search: name, ...(kind === 'category' && { of: kind }) }}>
              {name}
            </LinkTo>{' '}
            <Where>{t.where[kind]}</Where>
          </li>
        ))}
        {data.posts.map(({ id, title, where }) => (
          <li key={`${id} ${where}`}>
            <LinkTo to="/posts/$id" params={{ id }}>
              {title}
            </LinkTo>{' '}
            <Where>{t.where[where]}</Where>
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

function Where({ children }: { children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}

/** The part of the settings that contains a setting. */
function partOf(name: string): 'site' | 'navigation' | 'design' {
  if (name === 'imprintUrl') return 'site';
  return name === 'navigation' || name === 'footerNavigation' ? 'navigation' : 'design';
}
