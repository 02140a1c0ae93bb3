import type { SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileText } from 'lucide-react';

import { trpc } from '../api/api.ts';
import { titlesFirst } from '../ui/find.ts';

/** How long typing must pause before posts are searched. */
const DEBOUNCE_MS = 200;
/** The number of results shown. */
const MAX_RESULTS = 7;
/** The page size, the maximum of the service, among which matching titles are sorted first. */
const PAGE_SIZE = 100;

/** The posts that match a query, those with matching titles first. */
export function useFoundPosts(query: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const [search] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const { data } = useQuery({
    ...trpc.posts.all.queryOptions({ search, pageSize: PAGE_SIZE }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  if (search === '' || !data) return [];
  return titlesFirst(data.posts, search)
    .slice(0, MAX_RESULTS)
    .map(({ id, title }) => ({
      id: `post ${id}`,
      label: title,
      description: id,
      leftSection: <FileText size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/posts/$id', params: { id } }),
    }));
}
