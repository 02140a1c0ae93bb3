import type { MantineBreakpoint } from '@mantine/core';

import type { PostsSearch } from './search.ts';

/** A column of the table of posts. */
export interface Column {
  /** What the service sorts it by. */
  sort?: NonNullable<PostsSearch['sort']>;
  /** The order in which one wants to see it first. */
  first?: 'asc' | 'desc';
  /** Windows narrower than this leave it out. */
  from?: MantineBreakpoint;
  /** Pixels; one column takes what the others leave. */
  width?: number;
  isNumber?: boolean;
}

/** The columns by the words that head them, in their order. */
export const columns = {
  title: { sort: 'title', first: 'asc' },
  status: { from: 'sm', width: 144 },
  date: { sort: 'date', first: 'desc', from: 'sm', width: 120 },
  changed: { sort: 'updated', first: 'desc', from: 'lg', width: 132 },
  views: { sort: 'views', first: 'desc', from: 'md', width: 76, isNumber: true },
  likes: { sort: 'likes', first: 'desc', from: 'md', width: 76, isNumber: true },
  comments: { sort: 'comments', first: 'desc', from: 'md', width: 104, isNumber: true },
} as const satisfies Record<string, Column>;

/** The words of the columns, in their order. */
export const headings = Object.keys(columns) as (keyof typeof columns)[];

/** The order of the table while the address bar says nothing. */
export const usual = { sort: 'date', order: 'desc' } as const;
