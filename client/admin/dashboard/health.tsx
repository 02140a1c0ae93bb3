import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';

import type { BlogOutputs, Health as HealthFacts } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { failedJobs } from '../live/failed-jobs.ts';
import { formatMessage } from '../translations/format-message.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { State } from '../ui/state.tsx';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { amounts } from './amounts.ts';
import type { ClientIpCheck } from './check-client-ip.ts';
import { ClientIpAlert, isClientIpGood, useClientIpCheck } from './client-ip.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { Part } from './part.tsx';
import { SpamOffer } from './spam-offer.tsx';
import { WaitingJobs } from './waiting-jobs.tsx';

/** The polling interval. */
const REFRESH_INTERVAL_MS = 60_000;
/** The share of the disk that should be free. */
const MIN_FREE_SHARE = 0.1;

/** How long a due job may wait, in seconds. */
const MAX_LATE = 60;

type Fact = [name: string, value: string, state?: { good: boolean; word: string }];

/** The health of the service and its dependencies. */
export function Health() {
  const t = useTranslations().dashboard;
  const language = useLanguage();
  const { bytes, duration } = amounts(language);
  const check = useClientIpCheck();
  const jobs = useQuery({ ...trpc.jobs.list.queryOptions(failedJobs), refetchInterval: REFRESH_INTERVAL_MS }).data;
  const query = useQuery({ ...trpc.admin.health.queryOptions(), refetchInterval: REFRESH_INTERVAL_MS });

  return (
    <Part title={t.health} query={query}>
      {({
        release,
        node,
        uptime,
        database,
        counters,
        mail,
        disk,
        backup,
        memory,
        notices,
        complexPosts,
        reservedPages,
      }) => {
        const facts: Fact[] = [
          databaseFact(database),
          [t.counters, t.stores[counters.store], { good: counters.ok, word: counters.ok ? t.answers : t.doesNotCount }],
          ...(mail ? [mailFact(mail)] : []),
          ...(disk ? [diskFact(disk)] : []),
          backupFact(backup),
          [t.memory, bytes(memory.resident)],
          [t.uptime, duration(uptime)],
          ...(jobs ? [jobsFact(jobs)] : []),
          ...(check ? [clientIpFact(check)] : []),
          [t.release, `Octavo ${release} · Node ${node}`],
        ];
        return (
          <>
            {notices
              .filter(
                // These are shown in another way.
                (notice) =>
                  notice !== 'CLIENT_IP_UNCHECKED' && notice !== 'SPAM_FILTER_UNDECIDED' && notice !== 'BACKUP_OFF',
              )
              .map((notice) => (
                <Alert key={notice} color="orange" mb="md">
                  {t.notices[notice]}
                </Alert>
              ))}
            <ClientIpAlert check={check} isUnchecked={notices.includes('CLIENT_IP_UNCHECKED')} />
            {notices.includes('SPAM_FILTER_UNDECIDED') && <SpamOffer />}
            <FailedJobs />
            {complexPosts.length > 0 && <Entries text={t.complexPosts} ids={complexPosts} />}
            {reservedPages.length > 0 && <Entries text={t.reservedPages} ids={reservedPages} />}
            <Facts facts={facts} />
            {jobs && jobs.waiting > 0 && <WaitingJobs />}
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

  function jobsFact({ waiting, dueSince }: BlogOutputs['jobs']['list']): Fact {
    const late = dueSince === null ? 0 : (Date.now() - Date.parse(dueSince)) / 1000;
    const isLate = late > MAX_LATE;
    const word = isLate ? formatMessage(t.jobsLate, { duration: duration(late) }) : t.jobsOnTime;
    return [t.jobs, formatMessage(t.waitingJobs, { count: waiting }), { good: !isLate, word }];
  }

  function databaseFact({ engine, version, bytes: size, ok, problem }: HealthFacts['database']): Fact {
    const answers = version !== '';
    const about = [`${engines[engine]} ${version}`, ...(answers ? [bytes(size)] : []), ...(problem ? [problem] : [])];
    const failure = answers ? t.takesNoWrites : t.doesNotAnswer;
    return [t.database, about.join(' · '), { good: ok, word: ok ? t.answers : failure }];
  }

  function mailFact({ ok, problem }: NonNullable<HealthFacts['mail']>): Fact {
    return [t.mail, problem ?? '', { good: ok, word: ok ? t.answers : t.doesNotAnswer }];
  }

  function backupFact(backup: HealthFacts['backup']): Fact {
    const state = (is: keyof typeof t.backupStates) => ({ good: is === 'good', word: t.backupStates[is] });
    if (backup === null) return [t.backups, '', state('off')];
    const { lastAt, bytes: size, ok, problem } = backup;
    const age = lastAt === null ? 0 : Math.max(1, (Date.now() - Date.parse(lastAt)) / 1000);
    const last =
      lastAt === null ? t.backupNone : formatMessage(t.backupAge, { duration: duration(age), size: bytes(size ?? 0) });
    if (problem !== null) return [t.backups, `${last} · ${problem}`, state('failed')];
    return lastAt === null ? [t.backups, last] : [t.backups, last, state(ok ? 'good' : 'old')];
  }

  function diskFact({ free, total }: NonNullable<HealthFacts['disk']>): Fact {
    const enough = free >= total * MIN_FREE_SHARE;
    return [
      t.disk,
      formatMessage(t.freeOf, { free: bytes(free), total: bytes(total) }),
      { good: enough, word: enough ? t.enough : t.almostFull },
    ];
  }
}

/** Posts or pages that need a change, each a link to its editor. */
function Entries({ text, ids }: { text: string; ids: readonly string[] }) {
  return (
    <Alert color="orange" mb="md">
      {text}{' '}
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
