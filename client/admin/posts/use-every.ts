import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, trpc } from '../api/api.ts';
import { everyMatch, type Next } from '../api/every-match.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import type { BulkWish } from './changed.ts';
import { done } from './use-bulk.ts';
import { usePostsSearch } from './use-posts-search.ts';

/** Changes all posts that match the filters, on all pages. */
export interface Every {
  /** How many posts are done; null while no change is running. */
  reached: number | null;
  /** Changes them, 200 in a call, and stops at an error. */
  change: (change: BulkWish) => Promise<void>;
}

/** @param total the number of matching posts that the screen shows; if it has changed, nothing happens */
export function useEvery(total: number): Every {
  const { posts } = useTranslations();
  const { search } = usePostsSearch();
  const { status, tag, category, author, search: term } = search;
  const { mutateAsync } = useMutation(trpc.posts.bulk.mutationOptions());
  const [reached, setReached] = useState<number | null>(null);

  async function change(wanted: BulkWish): Promise<void> {
    const filter = { status, tag, category, author, search: term };
    let changed = 0;
    setReached(0);
    try {
      const call = (next: Next) => mutateAsync({ ...wanted, filter, ...next });
      for await (const answer of everyMatch({ expected: total }, call)) {
        changed += answer.changed;
        setReached(total - (answer.left ?? 0));
      }
    } catch (error) {
      notifyFailure(error);
    }
    setReached(null);
    if (changed > 0) notifyDone(formatMessage(posts[done[wanted.action]], { count: changed }));
    await queryClient.invalidateQueries();
  }

  return { reached, change };
}
