import { readStatus } from '../status.ts';
import { ok, problem, type Finding } from './finding.ts';

/**
 * Asks the service of this configuration whether it is ready: it may know more than another process can see. Reports
 * nothing when none answers, or another program.
 */
export async function examineService(): Promise<Finding[]> {
  const { ready, problem: reason, version, url } = await readStatus();
  if (reason !== null) return [problem('service', `${url} is not ready. ${reason}`)];
  return ready === true && version !== null ? [ok('service', `${url} is ready.`)] : [];
}
