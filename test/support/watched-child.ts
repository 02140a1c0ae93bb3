// Starts a watchdog, then does what the first argument names.
import { closeSync, openSync } from 'node:fs';

import { startWatchdog } from '../../server/process/watchdog.ts';

const [task] = process.argv.slice(2);
const opened = task === 'starve' ? openAll() : [];
const log = (...line: unknown[]) => console.log(line.at(-1));
const watchdog = startWatchdog({ warn: log, info: log }, 400, 50);

if (task === 'starve') setTimeout(() => opened.forEach((file) => closeSync(file)), 500);

/** The thread has started. */
setTimeout(
  () => {
    process.stdout.write('ready\n');
    if (task === 'stick' || task === 'starve') stick();
    if (task === 'stop') watchdog.stop();
    if (task === 'live') setTimeout(() => process.stdout.write('alive\n'), 1500);
  },
  task === 'starve' ? 2000 : 500,
);

function stick(): void {
  // Not for ever: without the watchdog, nobody would end it.
  const end = Date.now() + 60_000;
  while (Date.now() < end);
}

/** Opens files until no more can be opened. */
function openAll(): number[] {
  const files: number[] = [];
  // The first line of output opens files as well.
  console.log('starving');
  try {
    for (;;) files.push(openSync('/dev/null', 'r'));
  } catch {
    return files;
  }
}
