import { Loader } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

import { Failure } from '../ui/failure.tsx';
import { useTranslations } from '../translations/translations.ts';
import { CommentRow } from './comment-row.tsx';
import type { Act, Desk } from './desk.ts';
import type { Queue } from './use-queue.ts';

/** What a row is taken to need before it was measured, in pixels. */
const GUESS = 118;
/** How many rows before its end the list is read on. */
const AHEAD = 30;
/** What lies over the list: the header of narrow windows above, the bars below; in pixels. */
const COVERED = { above: 72, below: 140 };

interface QueueListProps {
  queue: Queue;
  desk: Desk;
  act: Act;
  /** Gets the function that brings a row into the window. */
  bring: RefObject<(index: number) => void>;
}

/** The comments; only those in the window, and those in hand, are in the page. */
export function QueueList({ queue, desk, act, bring }: QueueListProps) {
  const { frame, common } = useTranslations();
  const { items, total, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = queue;
  const list = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setAbove(list.current.getBoundingClientRect().top + window.scrollY);
  }, [items.length === 0]);

  const inHand = [desk.current, desk.writing?.id, desk.open].map((id) => items.findIndex((item) => item.id === id));
  const rows = useWindowVirtualizer<HTMLElement>({
    count: items.length,
    estimateSize: () => GUESS,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 2,
    directDomUpdates: true,
    scrollMargin: above,
    scrollPaddingStart: COVERED.above,
    scrollPaddingEnd: COVERED.below,
    rangeExtractor: (range) => withInHand(range, inHand),
  });
  const container = useMergedRef(list, rows.containerRef);
  bring.current = (index) => rows.scrollToIndex(index, { align: 'auto' });

  const shown = rows.getVirtualItems();
  const isNearEnd = (rows.range?.endIndex ?? 0) >= items.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  return (
    <>
      <div ref={container} role="feed" aria-label={frame.comments} aria-busy={queue.isFetching} className="comments">
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

/** What has the keyboard, or holds something that was typed, stays in the page wherever it is scrolled to. */
function withInHand(range: Range, inHand: readonly number[]): number[] {
  const indexes = new Set([...defaultRangeExtractor(range), ...inHand.filter((index) => index >= 0)]);
  return [...indexes].toSorted((a, b) => a - b);
}
