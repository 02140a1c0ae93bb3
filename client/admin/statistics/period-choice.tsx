import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { DEFAULT_PERIOD, PERIODS, type StatisticsSearch } from './search.ts';

interface PeriodChoiceProps {
  search: StatisticsSearch;
  /** The first and the last day that are shown, once they are known. */
  shown: { from: string; to: string } | undefined;
}

/** Chooses a period that ends today, or two dates. */
export function PeriodChoice({ search, shown }: PeriodChoiceProps) {
  const { dashboard, statistics: t } = useTranslations();
  const navigate = useNavigate();
  const [isOwn, setOwn] = useState(search.from !== undefined);
  const { post } = search;
  const go = (period: StatisticsSearch) =>
    void navigate({ to: '/statistics', search: { ...period, post }, replace: true });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    go({ from: String(form.get('from')), to: String(form.get('to')) });
  }

  return (
    <Group align="end">
      <SegmentedControl
        className="statistics-periods"
        aria-label={dashboard.readersOf}
        data={[
          ...PERIODS.map((days) => ({ value: String(days), label: formatMessage(dashboard.days, { count: days }) })),
          { value: 'own', label: t.ownPeriod },
        ]}
        value={isOwn ? 'own' : String(search.days ?? DEFAULT_PERIOD)}
        onChange={(value) => {
          setOwn(value === 'own');
          if (value !== 'own') go({ days: Number(value) });
        }}
      />
      {isOwn && shown && (
        <form onSubmit={submit}>
          <Group align="end" gap="xs">
            <TextInput type="date" name="from" label={t.from} required defaultValue={shown.from} max={shown.to} />
            <TextInput type="date" name="to" label={t.to} required defaultValue={shown.to} />
            <Button type="submit" variant="default">
              {t.show}
            </Button>
          </Group>
        </form>
      )}
    </Group>
  );
}
