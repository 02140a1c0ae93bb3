// npm run bench:growth -- [--quick]: how what a reader waits for grows with the blog.
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { growthCases, type GrowthCase } from './growth-cases.ts';
import { growthReport, type Blog } from './growth-report.ts';
import { clientAddress, send } from './http.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { seed } from './seed.ts';

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values;
const SIZES = quick ? [1000, 2000] : [1000, 10_000, 100_000];
const ROUNDS = quick ? 1 : 5;
/** A case is asked for one after the other until either is over, on each blog and in each round. */
const MOST = { requests: quick ? 50 : 500, milliseconds: 500 };
const LEAST = 3;

const sent = { requests: 0 };

/** A blog with its two servers. */
interface Served extends Blog {
  cached: Octavo;
  computing: Octavo;
  token: string;
  agent: Agent;
}

await inWorkshop(async (folder) => {
  const blogs: Served[] = [];
  for (const posts of SIZES) blogs.push(await makeBlog(join(folder, `${posts}.db`), posts));
  for (let round = 0; round < ROUNDS; round++) {
    // Up and down again, so that changes of the machine affect small and large blogs alike.
    const order = round % 2 === 0 ? blogs : blogs.toReversed();
    for (const one of growthCases) {
      for (const blog of order) if (blog.seeded.posts >= (one.from ?? 0)) await measure(one, blog);
    }
    console.log(`round ${round + 1} of ${ROUNDS} is over`);
  }
  for (const { agent } of blogs) agent.destroy();
  await publish('growth', growthReport(growthCases, blogs), { keep: !quick });
});

async function makeBlog(file: string, posts: number): Promise<Served> {
  const seeded = await seed(file, posts);
  console.log(`${posts} posts, ${seeded.comments} comments: made in ${seeded.seconds.toFixed(0)} s`);
  const starts: number[] = [];
  for (let left = quick ? 1 : 5; left > 0; left--) {
    const started = await startOctavo(file);
    starts.push(started.readyAfter);
    await started.stop();
  }
  const cached = await startOctavo(file);
  return {
    seeded,
    starts,
    latencies: new Map(growthCases.map(({ name }) => [name, []])),
    cached,
    computing: await startOctavo(file, { cache: false }),
    token: await signIn(cached),
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
  };
}

async function measure(one: GrowthCase, { latencies, cached, computing, token, agent }: Served): Promise<void> {
  const { url } = one.cache ? cached : computing;
  const begun = performance.now();
  for (let done = 0; done < LEAST || (done < MOST.requests && performance.now() - begun < MOST.milliseconds); done++) {
    const number = sent.requests++;
    const { path, ...options } = one.request(number);
    const authorization: Record<string, string> = options.method === 'PUT' ? { authorization: `Bearer ${token}` } : {};
    const headers = { ...clientAddress(number >> 16, number), ...authorization };
    const start = performance.now();
    const { status } = await send(url + path, { ...options, headers, agent });
    latencies.get(one.name)?.push(performance.now() - start);
    if (status !== one.status) throw new Error(`${one.name} gave ${status}`);
  }
}
