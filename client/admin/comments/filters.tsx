import { Group, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { useTranslations } from '../translations/translations.ts';
import { SearchField } from '../ui/search-field.tsx';
import { PlaceFilter } from './place-filter.tsx';
import { commentsSearch, type CommentsSearch } from './search.ts';

/** The filters of the queue, stored in the URL. */
export function Filters({ search, titles }: { search: CommentsSearch; titles: ReadonlyMap<string, string> }) {
  const { comments, common } = useTranslations();
  const navigate = useNavigate();
  const put = (more: Record<string, string | null>) =>
    void navigate({ to: '/comments', search: commentsSearch({ ...search, ...more }), replace: true });
  return (
    <Group gap="sm" className="comments-filters">
      <SegmentedControl
        aria-label={comments.show}
        value={search.status ?? ''}
        onChange={(status) => put({ status })}
        data={[
          { value: '', label: common.all },
          { value: 'pending', label: comments.held },
          { value: 'approved', label: comments.approved },
          { value: 'spam', label: comments.spam },
        ]}
      />
      <PlaceFilter post={search.post} site={search.site} titles={titles} onChange={put} />
      <SearchField label={comments.find} value={search.search ?? ''} onSearch={(text) => put({ search: text })} />
    </Group>
  );
}
