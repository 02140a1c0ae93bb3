import type { MantineBreakpoint } from '@mantine/core';

import type { PostsSearch } from './search.ts';

/** A column of the table of posts. */
export interface Column {
  /** The sort key of the service. */
  sort?: NonNullable<PostsSearch['sort']>;
  /** The order of the first click. */
  first?: 'asc' | 'desc';
  /** The column is hidden in windows narrower than this. */
  from?: MantineBreakpoint;
  /** In pixels; one column takes the remaining width. */
  width?: number;
  isNumber?: boolean;
}

/** The columns by the keys of their headings, in display order. */
export const columns = {
  title: { sort: 'title', first: 'asc' },
  status: { from: 'sm', width: 144 },
  date: { sort: 'date', first: 'desc', from: 'sm', width: 120 },
  changed: { sort: 'updated', first: 'desc', from: 'lg', width: 132 },
  views: { sort: 'views', first: 'desc', from: 'md', width: 76, isNumber: true },
  likes: { sort: 'likes', first: 'desc', from: 'md', width: 76, isNumber: true },
  comments: { sort: 'comments', first: 'desc', from: 'md', width: 104, isNumber: true },
} as const satisfies Record<string, Column>;

/** The keys of the headings, in display order. */
export const headings = Object.keys(columns) as (keyof typeof columns)[];

/** The default order, without query parameters. */
export const usual = { sort: 'date', order: 'desc' } as const;
