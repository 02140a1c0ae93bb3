import { Group, Paper, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';

import { trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { Failure } from '../ui/failure.tsx';
import { LinkTo } from '../ui/link-to.tsx';
import { Loading } from '../ui/loading.tsx';
import { Screen } from '../ui/screen.tsx';
import { DaysTable } from './days-table.tsx';
import { Lists } from './lists.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { toPeriod } from './search.ts';
import { ViewsChart } from './views-chart.tsx';
import './statistics.css';

const { useSearch } = getRouteApi('/statistics');

/** Who reads what, by day, and where they come from. */
export function StatisticsScreen() {
  const { dashboard, frame, statistics: t } = useTranslations();
  const { format } = new Intl.NumberFormat(useLanguage());
  const search = useSearch();
  const { post } = search;
  const query = useQuery({
    ...trpc.stats.analytics.queryOptions({ ...toPeriod(search), post }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const id = useId();

  return (
    <Screen title={frame.statistics}>
      <PeriodChoice key={search.from ?? ''} search={search} shown={data} />
      {post !== undefined && (
        <Group gap="md">
          <Text>{formatMessage(t.ofPost, { title: data?.posts.find((one) => one.id === post)?.title ?? post })}</Text>
          <LinkTo to="/statistics" search={(now) => ({ ...now, post: undefined })}>
            {t.wholeSite}
          </LinkTo>
          <LinkTo to="/posts/$id" params={{ id: post }}>
            {t.edit}
          </LinkTo>
        </Group>
      )}
      {query.isPending && <Loading />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {data && !query.isError && (
        <>
          <Paper component="section" aria-labelledby={id} withBorder p="lg" miw={0}>
            <Title order={2} size="h4" id={id} mb="sm">
              {t.chart}
            </Title>
            <Group gap="xl" mb="md">
              {(['views', 'visitors'] as const).map((name) => (
                <Group key={name} gap="xs" align="baseline">
                  <Text fz={28} fw={600} lh={1}>
                    {format(data.totals[name])}
                  </Text>
                  <Text c="dimmed">{name === 'views' ? dashboard.views : t.visitors}</Text>
                </Group>
              ))}
            </Group>
            <ViewsChart days={data.days} />
            <Text size="sm" c="dimmed" mt="xs">
              {t.help}
            </Text>
            <DaysTable days={data.days} />
          </Paper>
          <Lists analytics={data} isOfPost={post !== undefined} />
        </>
      )}
    </Screen>
  );
}
