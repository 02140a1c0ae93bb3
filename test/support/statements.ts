import type { TestService } from './service.ts';

const DUE_JOBS = /^select "id" from "jobs" where "state"/;

/**
 * The statements of an action.
 *
 * The service also sends statements of its own (listening, counters), which may fall into any attempt; the shortest of
 * several has the fewest of them. Those that look for due jobs are left out: they may fall into every attempt.
 *
 * @param work the action; the number of the attempt, from 0, lets it avoid a cached response of an earlier one
 */
export async function statementsOf(
  { statements }: Pick<TestService, 'statements'>,
  work: (attempt: number) => Promise<unknown>,
): Promise<string[]> {
  let fewest: string[] | undefined;
  for (let attempt = 0; attempt < 5 && fewest?.length !== 0; attempt++) {
    statements.length = 0;
    await work(attempt);
    const sent = statements.filter((statement) => !DUE_JOBS.test(statement));
    if (fewest === undefined || sent.length < fewest.length) fewest = sent;
  }
  return fewest!;
}
