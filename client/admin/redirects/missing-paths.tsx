import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Failure } from '../ui/failure.tsx';

/** Paths that are shown at first, and with each further step. */
const STEP = 50;

/** The paths that visitors did not find, each with a button to redirect it. */
export function MissingPaths({ redirect }: { redirect: (path: string) => void }) {
  const t = useTranslations().redirects;
  const [most, setMost] = useState(STEP);
  const { data, error, refetch } = useQuery(trpc.redirects.missing.queryOptions());
  return (
    <section aria-labelledby="missing-paths">
      <Title order={2} id="missing-paths">
        {t.missing}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {data?.paths.length === 0 ? t.noneMissing : t.missingHelp}
      </Text>
      {!data && error && <Failure error={error} retry={() => void refetch()} />}
      {data && data.paths.length > 0 && (
        <ul className="rows" aria-labelledby="missing-paths">
          {data.paths.slice(0, most).map(({ path, hits }) => (
            <Group component="li" key={path} justify="space-between" wrap="nowrap" className="row">
              <div>
                <Text fw={500} dir="ltr" className="long-text">
                  {path}
                </Text>
                <Text c="dimmed" size="sm">
                  {formatMessage(t.asked, { count: hits })}
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                className="redirects-this"
                aria-label={formatMessage(t.redirectThis, { path })}
                onClick={() => redirect(path)}
              >
                {t.redirect}
              </Button>
            </Group>
          ))}
        </ul>
      )}
      {data && data.paths.length > most && (
        <Button variant="default" mt="md" onClick={() => setMost(most + STEP)}>
          {t.more}
        </Button>
      )}
    </section>
  );
}
