import { Pagination } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

interface PagesProps {
  /** Of all pages together. */
  total: number;
  pageSize: number;
  page: number;
  go(page: number): void;
}

/** Leads through the pages of a list; nothing where there is only one. */
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
