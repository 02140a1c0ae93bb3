// Preloaded into a server (`--import`): writes the milliseconds of garbage collection so far into a file at SIGUSR2.
import { writeFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

let total = 0;
const observer = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) total += duration;
});
observer.observe({ entryTypes: ['gc'] });
process.on('SIGUSR2', () => {
  // Entries that are not delivered yet.
  for (const { duration } of observer.takeRecords()) total += duration;
  writeFileSync(process.env['GC_TIME_FILE']!, String(total));
});
