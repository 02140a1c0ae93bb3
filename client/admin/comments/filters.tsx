import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { PlaceFilter } from './place-filter.tsx';
import { commentsSearch, type CommentsSearch } from './search.ts';

/** How long typing must pause before the search updates the URL. */
const DEBOUNCE_MS = 300;

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
      <PlaceFilter post={search.post} titles={titles} onChange={(post) => put({ post })} />
      <SearchField value={search.search ?? ''} onChange={(text) => put({ search: text })} />
    </Group>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { comments } = useTranslations();
  const [text, setText] = useState(value);
  const change = useDebouncedCallback(onChange, DEBOUNCE_MS);
  // The URL may change independently, such as by the back button.
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      type="search"
      aria-label={comments.find}
      placeholder={comments.find}
      leftSection={<Search size={16} aria-hidden />}
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        change(currentTarget.value.trim());
      }}
    />
  );
}
