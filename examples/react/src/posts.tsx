import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from './trpc.ts';

const PAGE_SIZE = 10;

/** The posts, ten on a page. */
export function Posts() {
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(
    trpc.posts.list.queryOptions({ page, pageSize: PAGE_SIZE }, { placeholderData: keepPreviousData }),
  );
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <p>Loading …</p>;
  return (
    <section>
      <h1>{data.total} posts</h1>
      <ul>
        {data.posts.map(({ id, date, title }) => (
          <li key={id}>
            <time dateTime={date}>{date}</time> {title}
          </li>
        ))}
      </ul>
      <button disabled={page === 1} onClick={() => setPage(page - 1)}>
        Newer
      </button>
      <button disabled={page * PAGE_SIZE >= data.total} onClick={() => setPage(page + 1)}>
        Older
      </button>
    </section>
  );
}
