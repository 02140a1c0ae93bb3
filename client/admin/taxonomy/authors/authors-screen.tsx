import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { trpc } from '../../api/api.ts';
import { matchesWords } from '../../ui/find.ts';
import { useTranslations } from '../../translations/translations.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { CountedAuthor } from './counted-author.ts';
import { AuthorDialog } from './author-form.tsx';
import { AuthorRow } from './author-row.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

const { useSearch } = getRouteApi('/authors');

/** The authors: their names, pages and numbers of posts. */
export function AuthorsScreen() {
  const { frame, authors: t } = useTranslations();
  const navigate = useNavigate();
  const { search = '' } = useSearch();
  const query = useQuery(trpc.authors.all.queryOptions());
  const [editing, edit] = useState<CountedAuthor | 'new'>();
  const [leaving, remove] = useState<CountedAuthor>();
  const all = query.data?.authors ?? [];
  const shown = all.filter(({ id, name }) => matchesWords(`${name} ${id}`, search));

  return (
    <Screen
      title={frame.authors}
      actions={
        <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => edit('new')}>
          {t.add}
        </Button>
      }
    >
      <Group role="search">
        <SearchField
          label={t.searchFor}
          value={search}
          onSearch={(text) => void navigate({ to: '/authors', search: { search: text || undefined }, replace: true })}
          w={300}
          maw="100%"
        />
      </Group>
      <Stack>
        {query.isPending && <Loading />}
        {!query.data && query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
        {query.data && shown.length === 0 && <Empty>{all.length === 0 ? t.empty : t.nothingFound}</Empty>}
        {shown.length > 0 && (
          <ul className="rows" aria-label={frame.authors}>
            {shown.map((author) => (
              <AuthorRow key={author.id} author={author} edit={() => edit(author)} remove={() => remove(author)} />
            ))}
          </ul>
        )}
      </Stack>
      {editing && <AuthorDialog author={editing === 'new' ? undefined : editing} close={() => edit(undefined)} />}
      {leaving && <DeleteDialog author={leaving} all={all} close={() => remove(undefined)} />}
    </Screen>
  );
}
