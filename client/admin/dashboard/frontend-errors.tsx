import { Code, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { Time } from '../ui/time.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { ClearErrors } from './clear-errors.tsx';
import { ErrorPages } from './error-pages.tsx';
import { Part } from './part.tsx';

/** Errors per page. */
const PAGE_SIZE = 5;

/** Errors in the browsers of readers, grouped by fingerprint. */
export function FrontendErrors() {
  const { dashboard } = useTranslations();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...trpc.reports.list.queryOptions({ page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.total ?? 0;

  return (
    <Part
      title={dashboard.errors}
      query={query}
      side={total > 0 && <ClearErrors total={total} done={() => setPage(1)} />}
    >
      {({ errors }) =>
        total === 0 ? (
          <Text c="dimmed">{dashboard.noErrors}</Text>
        ) : (
          <Stack>
            <ul className="lines">
              {errors.map((report) => (
                <li key={report.fingerprint}>
                  <Report report={report} />
                </li>
              ))}
            </ul>
            <ErrorPages page={page} pages={Math.ceil(total / PAGE_SIZE)} go={setPage} />
          </Stack>
        )
      }
    </Part>
  );
}

function Report({ report }: { report: BlogOutputs['reports']['list']['errors'][number] }) {
  const t = useTranslations().dashboard;
  const { message, stack, url, hits, lastSeen } = report;
  return (
    <details className="report">
      <summary>
        <Text span fw={500}>
          {message}
        </Text>
        <Group gap="xs" component="span" c="dimmed" fz="sm">
          <span>{formatMessage(t.hits, { count: hits })}</span>
          <Time at={lastSeen} />
        </Group>
      </summary>
      <Text size="sm" c="dimmed" mt="xs">
        {url}
      </Text>
      <Code block tabIndex={0} mt="xs">
        {stack || t.noStack}
      </Code>
    </details>
  );
}
