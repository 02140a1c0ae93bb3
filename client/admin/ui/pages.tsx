import { Pagination } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';

import { useTranslations } from '../translations/translations.ts';

export interface PagesProps {
  /** The number of items on all pages. */
  total: number;
  /** Whether the number is that of other filters, until theirs is there. */
  isStale: boolean;
  pageSize: number;
  page: number;
  /** @param options `replace`: in place of the page that is shown, in the history of the browser */
  go(page: number, options?: { replace: true }): void;
}

/**
 * The pagination of a list; hidden if there is only one page. From a page that no longer exists, because its last items
 * were deleted, it goes to the last one.
 */
export function Pages({ total, isStale, pageSize, page, go }: PagesProps) {
  const { common } = useTranslations();
  const labels: Record<string, string> = { previous: common.previous, next: common.next };
  const pages = Math.ceil(total / pageSize);
  const isBeyond = !isStale && page > Math.max(1, pages);
  const goToLast = useEffectEvent(() => go(Math.max(1, pages), { replace: true }));
  useEffect(() => {
    if (isBeyond) goToLast();
  }, [isBeyond]);
  return (
    <Pagination
      size="sm"
      total={pages}
      value={page}
      onChange={(next) => go(next)}
      getControlProps={(control) => ({ 'aria-label': labels[control] })}
      hideWithOnePage
    />
  );
}
