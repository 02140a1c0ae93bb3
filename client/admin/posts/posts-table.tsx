import { Checkbox, Table, VisuallyHidden } from '@mantine/core';

import type { PostOverview } from '../../api/types.ts';
import { useTranslations } from '../translations/translations.ts';
import { headings } from './columns.ts';
import { Heading } from './heading.tsx';
import { PostRow } from './post-row.tsx';
import type { Selection } from './use-selection.ts';

interface PostsTableProps {
  posts: readonly PostOverview[];
  selection: Selection;
  /** Whether other posts are being loaded. */
  isStale: boolean;
}

/** The posts of one page. */
export function PostsTable({ posts, selection: { chosen, toggle, toggleAll }, isStale }: PostsTableProps) {
  const { posts: t, frame } = useTranslations();
  const isAll = chosen.length === posts.length;
  return (
    <Table
      className="posts-table"
      layout="fixed"
      verticalSpacing="sm"
      tabularNums
      aria-label={frame.posts}
      aria-busy={isStale}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w={40}>
            <Checkbox
              aria-label={t.selectPage}
              checked={isAll}
              indeterminate={!isAll && chosen.length > 0}
              onChange={toggleAll}
            />
          </Table.Th>
          {headings.map((word) => (
            <Heading key={word} word={word} />
          ))}
          <Table.Th scope="col" w={48}>
            <VisuallyHidden>{frame.viewSite}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            isChosen={chosen.includes(post.id)}
            onChoose={(isRange) => toggle(post.id, isRange)}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}
