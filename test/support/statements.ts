import type { TestService } from './service.ts';

/**
 * The statements of an action.
 *
 * The service also sends statements of its own (jobs, listening, counters), which may fall into any attempt; the
 * shortest of several has the fewest of them.
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
    if (fewest === undefined || statements.length < fewest.length) fewest = [...statements];
  }
  return fewest!;
}
