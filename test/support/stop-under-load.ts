import { request, Agent, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { start } from './started.ts';
import { stopwatch } from './stopwatch.ts';
import { freshAddress } from './visitors.ts';

/** The outcomes of the requests while the service was stopped. */
export interface StopsUnderLoad {
  /** Comments that were answered with 201. */
  acknowledged: string[];
  /** Answers that came whole. */
  whole: number;
  /** Answers that began and did not end. */
  cut: number;
  /** Requests on a new connection, sent whole, that got no answer: others meet a port that is closed already. */
  dropped: number;
  /** Answers with 503 and `Retry-After`, because the service stopped, and all with another status of 500 or above. */
  refused: number;
  failed: number;
  /** Exit codes or signals other than 0. */
  exits: (number | string)[];
  /** Milliseconds from SIGTERM to the end. */
  longest: number;
}

/** A path of a large answer, the same for every blog. */
const LARGE = '/api/openapi.json';

type Outcome = { status: number; isWhole: boolean } | 'dropped' | 'closed';

/**
 * Starts the service, loads it with visitors who write and read, and stops it with SIGTERM, again and again.
 *
 * @param options.stopAfter milliseconds from the first answer
 */
export async function stopUnderLoad({
  rounds,
  cwd,
  env,
  stopAfter,
}: {
  rounds: number;
  cwd: string;
  env: Record<string, string>;
  stopAfter: () => number;
}): Promise<StopsUnderLoad> {
  const seen: StopsUnderLoad = {
    ...{ acknowledged: [], whole: 0, cut: 0, dropped: 0, refused: 0, failed: 0, exits: [], longest: 0 },
  };
  for (let round = 0; round < rounds; round++) {
    const service = start(cwd, env);
    const url = await service.url;
    const keptOpen = new Agent({ keepAlive: true });
    const visitors = [
      ...Array.from({ length: 4 }, (_, at) => write(url, `${round}-${at}`, at % 2 === 0 ? keptOpen : null)),
      ...Array.from({ length: 4 }, (_, at) => read(url, at % 2 === 0 ? LARGE : '/', at < 2 ? keptOpen : null)),
    ];
    await wait(stopAfter());
    const elapsed = stopwatch();
    service.process.kill('SIGTERM');
    const exit = await service.ended;
    seen.longest = Math.max(seen.longest, elapsed());
    if (exit !== 0) seen.exits.push(exit);
    await Promise.all(visitors);
    keptOpen.destroy();
  }
  return seen;

  async function write(url: string, name: string, agent: Agent | null): Promise<void> {
    for (let number = 0; ; number++) {
      const content = `stop ${name}-${number}`;
      const outcome = await send(`${url}/api/posts/gb-note/comments`, agent, { author: 'Ann', content });
      if (!count(outcome, agent)) return;
      if (typeof outcome === 'object' && outcome.isWhole && outcome.status === 201) seen.acknowledged.push(content);
    }
  }

  async function read(url: string, path: string, agent: Agent | null): Promise<void> {
    while (count(await send(url + path, agent), agent));
  }

  /** @returns whether the service still serves */
  function count(outcome: Outcome, agent: Agent | null): boolean {
    if (outcome === 'closed') return false;
    if (outcome === 'dropped') {
      // On a connection that is kept open, a request can meet the end that the service has just sent.
      if (agent === null) seen.dropped += 1;
      return false;
    }
    if (!outcome.isWhole) seen.cut += 1;
    else if (outcome.status === 503) seen.refused += 1;
    else if (outcome.status >= 500) seen.failed += 1;
    else seen.whole += 1;
    return outcome.isWhole;
  }
}

function send(url: string, agent: Agent | null, body?: object): Promise<Outcome> {
  const payload = body && JSON.stringify(body);
  return new Promise((resolve) => {
    const outgoing = request(url, {
      method: payload === undefined ? 'GET' : 'POST',
      agent: agent ?? false,
      headers: {
        ...freshAddress(),
        ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': payload.length }),
      },
    });
    let isSent = false;
    outgoing.on('finish', () => (isSent = true));
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' || !isSent ? 'closed' : 'dropped'),
    );
    outgoing.on('response', (answer: IncomingMessage) => {
      answer.resume();
      answer.on('error', () => undefined);
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, isWhole: answer.complete }));
    });
    outgoing.end(payload);
  });
}
