import type { BlogOutputs } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';
import { LinkTo } from '../ui/link-to.tsx';

export type Job = BlogOutputs['jobs']['list']['jobs'][number];

/** The name of the kind of a job, in the language of the app. */
export function useJobName(): (job: Job) => string {
  const kinds: Record<string, string> = useTranslations().dashboard.jobKinds;
  return ({ kind }) => kinds[kind] ?? kind;
}

/** The name of the kind of a job, and its subject. */
export function JobName({ job }: { job: Job }) {
  const nameOf = useJobName();
  const { kind, subject } = job;
  return (
    <>
      {nameOf(job)}{' '}
      {subject !== null &&
        (kind === 'publish' || kind === 'mailing.begin' ? (
          <LinkTo to="/posts/$id" params={{ id: subject }}>
            {subject}
          </LinkTo>
        ) : (
          subject
        ))}
    </>
  );
}
