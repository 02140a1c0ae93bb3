import { Pagination } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

interface PagesProps {
  /** The number of items on all pages. */
  total: number;
  pageSize: number;
  page: number;
  go(page: number): void;
}

/** The pagination of a list; hidden if there is only one page. */
export function Pages({ total, pageSize, page, go }: PagesProps) {
  const { common } = useTranslations();
  const labels: Record<string, string> = { previous: common.previous, next: common.next };
  return (
    <Pagination
      size="sm"
      total={Math.ceil(total / pageSize)}
      value={page}
      onChange={go}
      getControlProps={(control) => ({ 'aria-label': labels[control] })}
      hideWithOnePage
    />
  );
}
