import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { send } from './http.ts';
import { metricsOf, signIn, startOctavo, type Octavo } from './octavo.ts';
import { memoryOf, processorSeconds } from './usage.ts';

/** As many as an instance has, and as one key may open. */
const STREAMS = 1000;
const PER_KEY = 50;
/** Seconds of each measurement: two heartbeats of each stream. */
const SECONDS = 30;

/** What an instance takes. */
export interface Idle {
  streams: number;
  /** Resident memory in MiB. */
  memory: number;
  /** Milliseconds of processor time in a second. */
  processor: number;
}

/** Measures an instance on SQLite without streams, and with as many as it has. Nothing happens in between. */
export async function measureIdleStreams(folder: string): Promise<Idle[]> {
  const octavo = await startOctavo(join(folder, 'idle.db'));
  const token = await signIn(octavo);
  const before = await measure(octavo);
  const open: IncomingMessage[] = [];
  for (let at = 0; at < STREAMS / PER_KEY; at++) {
    const secret = await createKey(octavo, token, at);
    open.push(...(await Promise.all(Array.from({ length: PER_KEY }, () => openStream(octavo, secret)))));
  }
  const after = await measure(octavo);
  for (const stream of open) stream.destroy();
  await octavo.stop();
  return [before, after];
}

async function measure(octavo: Octavo): Promise<Idle> {
  // The garbage of earlier requests is collected first.
  await wait(SECONDS * 1000);
  const [begun, start] = [processorSeconds(octavo.pid), performance.now()];
  await wait(SECONDS * 1000);
  const processor = ((processorSeconds(octavo.pid) - begun) * 1000) / ((performance.now() - start) / 1000);
  const streams = (await metricsOf(octavo))('octavo_event_streams');
  return { streams, memory: memoryOf(octavo.pid).now, processor };
}

async function createKey({ url }: Octavo, token: string, at: number): Promise<string> {
  const { body } = await send(`${url}/api/admin/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    json: { name: `Streams ${at}`, scopes: ['events'] },
  });
  return (JSON.parse(body.toString()) as { secret: string }).secret;
}

function openStream({ url }: Octavo, secret: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}` };
    const sending = request(`${url}/api/events/stream`, { headers }, (answer) => {
      if (answer.statusCode === 200) resolve(answer.resume());
      else reject(new Error(`A stream was refused with ${answer.statusCode}.`));
    });
    sending.once('error', reject).end();
  });
}
