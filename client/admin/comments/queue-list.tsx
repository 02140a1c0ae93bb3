import { Loader } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

import { Failure } from '../ui/failure.tsx';
import { useTranslations } from '../translations/translations.ts';
import { CommentRow } from './comment-row.tsx';
import type { Act, Desk } from './desk.ts';
import type { Queue } from './use-queue.ts';

/** The height of a row in pixels before it is measured. */
const ESTIMATED_ROW_HEIGHT = 118;
/** How many rows before the end the next page is loaded. */
const PREFETCH_ROWS = 30;
/** The heights of the header above and of the bars below the list, in pixels. */
const SCROLL_PADDING = { above: 72, below: 140 };

interface QueueListProps {
  queue: Queue;
  desk: Desk;
  act: Act;
  /** Receives the function that scrolls to a row. */
  scrollToRow: RefObject<(index: number) => void>;
}

/** The virtualized list of comments. Rows in use stay mounted. */
export function QueueList({ queue, desk, act, scrollToRow }: QueueListProps) {
  const { frame, common } = useTranslations();
  const { items, total, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = queue;
  const list = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setAbove(list.current.getBoundingClientRect().top + window.scrollY);
  }, [items.length === 0]);

  const inUse = [desk.current, desk.writing?.id, desk.open].map((id) => items.findIndex((item) => item.id === id));
  const rows = useWindowVirtualizer<HTMLElement>({
    count: items.length,
    estimateSize: () => ESTIMATED_ROW_HEIGHT,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 2,
    directDomUpdates: true,
    scrollMargin: above,
    scrollPaddingStart: SCROLL_PADDING.above,
    scrollPaddingEnd: SCROLL_PADDING.below,
    rangeExtractor: (range) => withRowsInUse(range, inUse),
  });
  const container = useMergedRef(list, rows.containerRef);
  scrollToRow.current = (index) => rows.scrollToIndex(index, { align: 'auto' });

  const shown = rows.getVirtualItems();
  const isNearEnd = (rows.range?.endIndex ?? 0) >= items.length - PREFETCH_ROWS;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  return (
    <>
      <div
        ref={container}
        role="feed"
        aria-label={frame.comments}
        aria-busy={queue.isFetching}
        inert={queue.isPlaceholderData}
        className="comments"
      >
        {shown.map(({ index, key }) => {
          const comment = items[index]!;
          const { id } = comment;
          return (
            <CommentRow
              key={key}
              comment={comment}
              index={index}
              total={total}
              isCurrent={desk.current === id || (desk.current === null && index === 0)}
              isSelected={desk.selected.has(id)}
              isOpen={desk.open === id}
              writing={desk.writing?.id === id ? desk.writing.what : null}
              act={act}
              measure={rows.measureElement}
            />
          );
        })}
      </div>
      {isFetchNextPageError && <Failure error={queue.error} retry={() => void fetchNextPage()} />}
      {isFetchingNextPage && <Loader size="sm" mx="auto" role="status" aria-label={common.loading} />}
    </>
  );
}

/** Keeps the focused row and rows with open forms mounted. */
function withRowsInUse(range: Range, inUse: readonly number[]): number[] {
  const indexes = new Set([...defaultRangeExtractor(range), ...inUse.filter((index) => index >= 0)]);
  return [...indexes].toSorted((a, b) => a - b);
}
