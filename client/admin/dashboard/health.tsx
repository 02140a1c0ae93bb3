import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';

import type { Health as HealthFacts } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { fill } from '../words/fill.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { useLanguage, useWords } from '../words/words.ts';
import { amounts } from './amounts.ts';
import type { ClientIpCheck } from './check-client-ip.ts';
import { ClientIpAlert, isClientIpGood, useClientIpCheck } from './client-ip.tsx';
import { Part } from './part.tsx';
import { State } from './state.tsx';

/** Milliseconds between two looks. */
const EVERY = 60_000;
/** The share of the disk that should stay free. */
const SPARE = 0.1;

type Fact = [name: string, value: string, state?: { good: boolean; word: string }];

/** How the service and what it stands on are doing. */
export function Health() {
  const words = useWords().dashboard;
  const { bytes, duration } = amounts(useLanguage());
  const check = useClientIpCheck();
  const query = useQuery({ ...trpc.admin.health.queryOptions(), refetchInterval: EVERY });

  return (
    <Part title={words.health} query={query}>
      {({ release, node, uptime, database, counters, disk, memory, notices, complexPosts }) => {
        const engine = `${engines[database.engine]} ${database.version}`;
        const facts: Fact[] = [
          [
            words.database,
            database.ok ? `${engine} · ${bytes(database.bytes)}` : engine,
            { good: database.ok, word: database.ok ? words.answers : words.doesNotAnswer },
          ],
          [
            words.counters,
            words.stores[counters.store],
            { good: counters.ok, word: counters.ok ? words.answers : words.doesNotCount },
          ],
          ...(disk ? [diskFact(disk)] : []),
          [words.memory, bytes(memory.resident)],
          [words.uptime, duration(uptime)],
          ...(check ? [clientIpFact(check)] : []),
          [words.release, `Octavo ${release} · Node ${node}`],
        ];
        return (
          <>
            {notices
              .filter((notice) => notice !== 'CLIENT_IP_UNCHECKED')
              .map((notice) => (
                <Alert key={notice} color="orange" mb="md">
                  {words.notices[notice]}
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
    const word = words.clientIpVerdicts[verdict];
    if (verdict === 'local' || verdict === 'unknown') return [words.clientIps, word];
    return [words.clientIps, '', { good: isClientIpGood(verdict), word }];
  }

  function diskFact({ free, total }: NonNullable<HealthFacts['disk']>): Fact {
    const enough = free >= total * SPARE;
    return [
      words.disk,
      fill(words.freeOf, { free: bytes(free), total: bytes(total) }),
      { good: enough, word: enough ? words.enough : words.almostFull },
    ];
  }
}

/** Posts that readers see as plain text, each a link to its editor. */
function ComplexPosts({ ids }: { ids: readonly string[] }) {
  const words = useWords().dashboard;
  return (
    <Alert color="orange" mb="md">
      {words.complexPosts}{' '}
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
