// npm run bench -- http [--quick] [--only <part of an id>]: what reads and writes cost, beside servers that do nothing but hand out bytes.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { casesOf, type Case } from './cases.ts';
import { startFleet } from './fleet.ts';
import { startLoad, type Measured } from './load.ts';
import { benchPicture } from './picture.ts';
import { inWorkshop } from './processes.ts';
import { benchReport } from './report.ts';
import { publish } from './results.ts';
import { memoryOf } from './usage.ts';

const { quick, only } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
}).values;
const ROUNDS = quick ? 1 : 3;
/** Seconds. The first run of a case finds a server that has not been warm yet. */
const MEASURED = quick ? 2 : 5;
const WARM_UP = { first: quick ? 1 : 2, later: 1 };

await inWorkshop(async (folder) => {
  const fleet = await startFleet(folder, { starts: quick ? 1 : 5, rest: quick ? 1 : 5 });
  const cases = casesOf(fleet).filter(({ id }) => id.includes(only));
  const { measured, load } = await measure(cases);
  const hot = fleet.servers.get('hot')!;
  const memory = { atRest: fleet.atRest, afterLoad: load(hot.pid).now, highest: load(hot.pid).peak };
  const report = benchReport({ cases, measured, starts: fleet.starts, memory, seconds: MEASURED });
  const keep = !quick && only === '';
  await publish('bench', report, { keep });
  if (keep) await writeFile(new URL('../docs/pictures/bench.svg', import.meta.url), benchPicture(report.rows));
  if (report.unexpected > 0) process.exitCode = 1;
});

/** Round by round through all cases, so that what disturbs the machine meets all of them. */
async function measure(cases: Case[]) {
  const run = startLoad();
  const measured = new Map(cases.map(({ id }) => [id, [] as Measured[]]));
  let runs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const warmUp = round === 0 ? WARM_UP.first : WARM_UP.later;
    for (const { id, name, job } of cases) {
      const one = await run({ ...job, warmUp, seconds: MEASURED, block: runs++ % 255 });
      measured.get(id)?.push(one);
      console.log(`${round + 1}/${ROUNDS} ${name}: ${Math.round(one.requestsPerSecond)} requests/s`);
    }
  }
  return { measured, load: memoryOf };
}
