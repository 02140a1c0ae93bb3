import { Button, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FilePlus } from 'lucide-react';
import { useState } from 'react';

import type { PostOverview } from '../../api/types.ts';
import { trpc } from '../api/api.ts';
import { useHidden } from '../deletions/deletions.ts';
import { PostMarks } from './post-marks.tsx';
import { PostStatus } from './post-status.tsx';
import { useTranslations } from '../translations/translations.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Pages } from '../ui/pages.tsx';
import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';
import './posts.css';

const PAGE_SIZE = 50;

/** All pages of the owner, such as "About", by title. */
export function PagesScreen() {
  const { frame, posts: t } = useTranslations();
  const [page, go] = useState(1);
  const read = useQuery(
    trpc.posts.all.queryOptions({ kind: 'page', sort: 'title', order: 'asc', page, pageSize: PAGE_SIZE }),
  );
  const hidden = useHidden('posts');
  const shown = (read.data?.posts ?? []).filter(({ id }) => !hidden.has(id));
  const total = (read.data?.total ?? 0) - ((read.data?.posts.length ?? 0) - shown.length);
  const add = (
    <Button component={Link} to="/pages/new" leftSection={<FilePlus size={16} aria-hidden />}>
      {frame.newPage}
    </Button>
  );
  return (
    <Screen title={frame.pages} actions={add}>
      {read.isPending && <Loading />}
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {read.data && total === 0 && <Empty>{t.noPages}</Empty>}
      {read.data && total > 0 && (
        <Stack>
          <Table aria-label={frame.pages} className="posts-table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t.title}</Table.Th>
                <Table.Th scope="col">{t.status}</Table.Th>
                <Table.Th scope="col" visibleFrom="sm">
                  {t.changed}
                </Table.Th>
                <Table.Th scope="col" visibleFrom="md" ta="end">
                  {t.views}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((one) => (
                <PageRow key={one.id} page={one} />
              ))}
            </Table.Tbody>
          </Table>
          <Pages total={total} isStale={read.isPlaceholderData} pageSize={PAGE_SIZE} page={page} go={go} />
        </Stack>
      )}
    </Screen>
  );
}

function PageRow({ page }: { page: PostOverview }) {
  return (
    <Table.Tr data-post={page.id}>
      <Table.Td>
        <Link className="posts-title" to="/posts/$id" params={{ id: page.id }}>
          {page.title}
        </Link>
        <PostMarks post={page} />
      </Table.Td>
      <Table.Td>
        <PostStatus post={page} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={page.updated_at} />
      </Table.Td>
      <Table.Td visibleFrom="md" ta="end">
        {page.views}
      </Table.Td>
    </Table.Tr>
  );
}
