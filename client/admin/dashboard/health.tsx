import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';

import type { Health as HealthFacts } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { interpolate } from '../translations/interpolate.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { amounts } from './amounts.ts';
import type { ClientIpCheck } from './check-client-ip.ts';
import { ClientIpAlert, isClientIpGood, useClientIpCheck } from './client-ip.tsx';
import { Part } from './part.tsx';
import { State } from './state.tsx';

/** The polling interval. */
const REFRESH_INTERVAL_MS = 60_000;
/** The share of the disk that should be free. */
const MIN_FREE_SHARE = 0.1;

type Fact = [name: string, value: string, state?: { good: boolean; word: string }];

/** The health of the service and its dependencies. */
export function Health() {
  const t = useTranslations().dashboard;
  const { bytes, duration } = amounts(useLanguage());
  const check = useClientIpCheck();
  const query = useQuery({ ...trpc.admin.health.queryOptions(), refetchInterval: REFRESH_INTERVAL_MS });

  return (
    <Part title={t.health} query={query}>
      {({ release, node, uptime, database, counters, disk, memory, notices, complexPosts }) => {
        const engine = `${engines[database.engine]} ${database.version}`;
        const facts: Fact[] = [
          [
            t.database,
            database.ok ? `${engine} · ${bytes(database.bytes)}` : engine,
            { good: database.ok, word: database.ok ? t.answers : t.doesNotAnswer },
          ],
          [t.counters, t.stores[counters.store], { good: counters.ok, word: counters.ok ? t.answers : t.doesNotCount }],
          ...(disk ? [diskFact(disk)] : []),
          [t.memory, bytes(memory.resident)],
          [t.uptime, duration(uptime)],
          ...(check ? [clientIpFact(check)] : []),
          [t.release, `Octavo ${release} · Node ${node}`],
        ];
        return (
          <>
            {notices
              .filter((notice) => notice !== 'CLIENT_IP_UNCHECKED')
              .map((notice) => (
                <Alert key={notice} color="orange" mb="md">
                  {t.notices[notice]}
                </Alert>
              ))}
            <ClientIpAlert check={check} isUnchecked={notices.includes('CLIENT_IP_UNCHECKED')} />
            {complexPosts.length > 0 && <ComplexPosts ids={complexPosts} />}
            <Facts facts={facts} />
          </>
        );
      }}
    </Part>
  );

  function clientIpFact({ verdict }: ClientIpCheck): Fact {
    const word = t.clientIpVerdicts[verdict];
    if (verdict === 'local' || verdict === 'unknown') return [t.clientIps, word];
    return [t.clientIps, '', { good: isClientIpGood(verdict), word }];
  }

  function diskFact({ free, total }: NonNullable<HealthFacts['disk']>): Fact {
    const enough = free >= total * MIN_FREE_SHARE;
    return [
      t.disk,
      interpolate(t.freeOf, { free: bytes(free), total: bytes(total) }),
      { good: enough, word: enough ? t.enough : t.almostFull },
    ];
  }
}

/** Posts that readers see as plain text, each a link to its editor. */
function ComplexPosts({ ids }: { ids: readonly string[] }) {
  const t = useTranslations().dashboard;
  return (
    <Alert color="orange" mb="md">
      {t.complexPosts}{' '}
      {ids.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <LinkTo to="/posts/$id" params={{ id }}>
            {id}
          </LinkTo>
        </Fragment>
      ))}
    </Alert>
  );
}

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value, state]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {state && (
            <dd>
              <State {...state} />
            </dd>
          )}
        </Fragment>
      ))}
    </dl>
  );
}
