import { loadByBytes } from '../byte-load.ts';
import { ownHeaders, send } from '../http.ts';
import type { Measured } from '../load.ts';
import type { Octavo } from '../octavo.ts';
import { start } from '../processes.ts';
import type { Constant } from '../servers/constant.ts';
import { median } from '../statistics.ts';

/** How an uploaded file is served, beside a bare server that hands out the same bytes and headers. */
export interface Serving {
  connections: number;
  requestsPerSecond: { bare: number; octavo: number };
  /** Microseconds for one request. */
  processor: { bare: number; octavo: number };
  /** Of Octavo, as a share of the bare server's in the same round. */
  ofBare: number;
  ofBareByProcessor: number;
}

const CONNECTIONS = [1, 10, 50];

/** @param rounds short runs that alternate, so that what else the machine does meets both servers */
export async function measureServing(
  octavo: Octavo,
  path: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Serving[]> {
  await send(octavo.url + path);
  const model = await send(octavo.url + path);
  const bare = start(new URL('../servers/bare.ts', import.meta.url), { core: 'server', channel: true });
  const constant = { status: model.status, headers: ownHeaders(model), body: model.body.toString('base64') };
  const { url } = await bare.ask<{ url: string }>(constant satisfies Constant);
  const servers = { bare: { url, pid: bare.pid }, octavo };
  const rows: Serving[] = [];
  for (const connections of CONNECTIONS) {
    const runs: Record<keyof typeof servers, Measured>[] = [];
    const run = ({ url: base, pid }: { url: string; pid: number }) =>
      loadByBytes({ url: base + path, pid, connections, seconds });
    // The first two rounds find servers that are not warm.
    for (let round = -2; round < rounds; round++) {
      const measured = { bare: await run(servers.bare), octavo: await run(servers.octavo) };
      if (round >= 0) runs.push(measured);
    }
    rows.push(summary(connections, runs));
  }
  await bare.stop();
  return rows;
}

function summary(connections: number, runs: readonly { bare: Measured; octavo: Measured }[]): Serving {
  const unexpected = runs.reduce((sum, { bare, octavo }) => sum + bare.unexpected + octavo.unexpected, 0);
  if (unexpected > 0) throw new Error(`${unexpected} answers were not 200`);
  const both = (pick: (run: Measured) => number) => ({
    bare: median(runs.map(({ bare }) => pick(bare))),
    octavo: median(runs.map(({ octavo }) => pick(octavo))),
  });
  return {
    connections,
    requestsPerSecond: both((run) => run.requestsPerSecond),
    processor: both((run) => run.processor),
    ofBare: median(runs.map(({ bare, octavo }) => octavo.requestsPerSecond / bare.requestsPerSecond)),
    ofBareByProcessor: median(runs.map(({ bare, octavo }) => bare.processor / octavo.processor)),
  };
}
