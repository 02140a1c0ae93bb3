// Starts a watchdog, then does what the first argument names.
import { startWatchdog } from '../../server/watchdog.ts';

const watchdog = startWatchdog({ warn: (...line: unknown[]) => console.log(line) }, 400, 50);
const [task] = process.argv.slice(2);

/** The thread has started. */
setTimeout(() => {
  process.stdout.write('ready\n');
  if (task === 'stick') for (;;);
  if (task === 'stop') watchdog.stop();
  if (task === 'live') setTimeout(() => process.stdout.write('alive\n'), 1500);
}, 500);
