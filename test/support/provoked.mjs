// Loaded before a process by the tests of errors that nothing handles: signals provoke them in a service, PROVOKE when its
// threads begin, or in a command as soon as that handles them.
import { isMainThread } from 'node:worker_threads';

const reject = () => {
  // oxlint-disable-next-line typescript/no-floating-promises -- nothing handles it on purpose
  // oxlint-disable-next-line typescript/no-floating-promises -- that is its purpose
  Promise.reject(new Error('a provoked rejection'));
};
const fail = () => {
  throw new Error('a provoked exception');
};

if (process.env.PROVOKE === 'command') {
  process.on('newListener', (event) => event === 'unhandledRejection' && setImmediate(reject));
} else if (isMainThread) process.on('SIGUSR2', reject).on('SIGHUP', fail);
else if (process.env.PROVOKE === 'rejections') reject();
else if (process.env.PROVOKE === 'exceptions') fail();
