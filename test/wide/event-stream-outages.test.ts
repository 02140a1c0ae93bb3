import { expect } from 'chai';
import { Client } from 'pg';

import { recordEvent } from '../../routers/data/record.ts';
import { databaseKinds } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { openTestStream, type TestStream } from '../support/stream.ts';

/** Events in each part. */
const COUNT = 20;

// docs/interface.md, K17
for (const kind of databaseKinds.slice(1)) {
  describe(`the stream of events over three instances on ${kind.name}`, () => {
    let services: TestService[];
    let url: string;

    before(async () => {
      url = await kind.freshUrl('administrator');
      const start = () => startTestService({ ...kind, freshUrl: async () => url });
      services = [await start(), await start(), await start()];
    });

    after(() => Promise.all(services.map((service) => service.close())));

    it('misses no event while all connections of the database end, and resumes at another instance', async () => {
      const { token } = services[0]!;
      const streams = await Promise.all(services.map((service) => openTestStream(service.url, token)));
      const starts = await Promise.all(streams.map((stream) => stream.next()));
      const first = Number(starts[0]!.id.split('-')[1]);
      await record(COUNT);
      await endConnections(url);
      await record(COUNT);
      for (const stream of streams) expect(await numbers(stream, 2 * COUNT)).to.deep.equal(following(first, 2 * COUNT));
      // The third instance sends the events that the stream of the second did not get.
      streams[1]!.leave();
      await record(COUNT);
      const resumed = await openTestStream(services[2]!.url, token, { lastEventId: `0-${first + COUNT}` });
      expect(await numbers(resumed, 2 * COUNT)).to.deep.equal(following(first + COUNT, 2 * COUNT));
      for (const stream of [...streams, resumed]) stream.leave();
    });

    /** Records events through all instances at once; retries while the database is unreachable. */
    async function record(count: number): Promise<void> {
      await Promise.all(Array.from({ length: count }, (_, at) => insist(() => recordOne(services[at % 3]!, at))));
    }
  });
}

function recordOne({ services }: TestService, at: number): Promise<void> {
  return services.em
    .fork()
    .transactional(async (tx) => recordEvent(tx, services.clock, 'comment.deleted', { id: `c-${at}` }));
}

async function insist(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function endConnections(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
  await client.end();
}

async function numbers(stream: TestStream, count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const event = await stream.nextEvent();
    if (!event) throw new Error(`The stream ended after ${found.length} events.`);
    found.push(Number(event.id.split('-')[1]));
  }
  return found;
}

function following(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at + 1);
}
