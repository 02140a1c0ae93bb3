import type { SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileText } from 'lucide-react';

import { trpc } from '../api/api.ts';
import { titlesFirst } from './find.ts';

/** Milliseconds without a key before posts are looked for. */
const PAUSE = 200;
/** Posts that are shown. */
const MOST = 7;
/** Posts that are looked through for titles: as many as the service gives at once. */
const LOOKED_THROUGH = 100;

/** Posts that hold what was typed, those with it in the title first. */
export function useFoundPosts(query: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const [search] = useDebouncedValue(query.trim(), PAUSE);
  const { data } = useQuery({
    ...trpc.posts.all.queryOptions({ search, pageSize: LOOKED_THROUGH }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  if (search === '' || !data) return [];
  return titlesFirst(data.posts, search)
    .slice(0, MOST)
    .map(({ id, title }) => ({
      id: `post ${id}`,
      label: title,
      description: id,
      leftSection: <FileText size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/posts/$id', params: { id } }),
    }));
}
