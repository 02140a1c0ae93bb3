import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { deleteSoon, useHidden } from '../deletions/deletions.ts';
import { useDialog } from '../media/use-dialog.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Pages } from '../ui/pages.tsx';
import { Screen } from '../ui/screen.tsx';
import { SearchField } from '../ui/search-field.tsx';
import type { Named } from './named.ts';
import { EditDialog } from './edit-dialog.tsx';
import { NameRow } from './name-row.tsx';
import type { TaxonomySearch } from './search.ts';

/** Names per page. */
const PAGE_SIZE = 50;
const { useSearch } = getRouteApi('/tags');

/** The tags, or the categories: their numbers of posts, their names and their descriptions. */
export function TaxonomyScreen() {
  const { frame, common, posts, taxonomy: t } = useTranslations();
  const navigate = useNavigate();
  const search = useSearch();
  const { page = 1, search: term, of: kind = 'tag', by: sort } = search;
  const query = useQuery({
    ...trpc.taxonomy.list.queryOptions({ kind, search: term, sort, page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const hidden = useHidden(kind);
  const data = query.data && withoutHidden(query.data, hidden);
  const editing = useDialog<Named>();
  const list = useRef<HTMLDivElement>(null);
  const show = (change: TaxonomySearch) => {
    void navigate({ to: '/tags', search: (now) => ({ ...now, page: undefined, ...change }), replace: true });
  };

  return (
    <Screen title={frame.tags}>
      <Group role="search">
        <SegmentedControl
          aria-label={t.kind}
          value={kind}
          onChange={(value) => show({ of: value === 'category' ? value : undefined, search: undefined })}
          data={[
            { value: 'tag', label: t.tags },
            { value: 'category', label: t.categories },
          ]}
        />
        <SearchField
          label={t.searchFor}
          value={term ?? ''}
          onSearch={(text) => show({ search: text || undefined })}
          w={300}
          maw="100%"
        />
        <NativeSelect
          aria-label={t.order}
          value={sort ?? ''}
          onChange={({ currentTarget }) => show({ by: currentTarget.value === 'name' ? 'name' : undefined })}
          data={[
            { value: '', label: t.byPosts },
            { value: 'name', label: t.byName },
          ]}
        />
      </Group>
      <Stack ref={list} tabIndex={-1} className="focus-place">
        {query.isPending && <Loading />}
        {!data && query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
        {data?.total === 0 && <Empty>{term === undefined ? t.empty[kind] : t.nothingFound}</Empty>}
        {data && data.total > 0 && (
          <ul className="rows" aria-label={kind === 'tag' ? t.tags : t.categories}>
            {data.names.map((named) => (
              <NameRow
                key={named.name}
                kind={kind}
                named={named}
                edit={() => editing.open(named)}
                remove={() => {
                  const { name, published, others, pages } = named;
                  const count = formatMessage(posts.count, { count: published + others + pages });
                  deleteSoon({
                    kind,
                    keys: [name],
                    what: `${formatMessage(common.quoted, { name })} (${count})`,
                    calls: [{ path: 'taxonomy.delete', input: { kind, name } }],
                  });
                  // The button disappears with its name.
                  list.current?.focus();
                }}
              />
            ))}
          </ul>
        )}
        {data && (
          <Pages
            total={data.total}
            isStale={query.isPlaceholderData}
            pageSize={PAGE_SIZE}
            page={page}
            go={(next) => show({ page: next })}
          />
        )}
      </Stack>
      <EditDialog kind={kind} {...editing} />
    </Screen>
  );
}

type List = BlogOutputs['taxonomy']['list'];

function withoutHidden(list: List, hidden: ReadonlySet<string>): List {
  const names = list.names.filter(({ name }) => !hidden.has(name));
  return { ...list, names, total: list.total - (list.names.length - names.length) };
}
