import type { RequestListener, Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import { holdRequests } from './hold-requests.ts';

/** How long running requests have to finish, in milliseconds. */
const GRACE = 4000;
/** How long connections without a byte are kept, in milliseconds. */
const SILENCE = 1000;
/** The interval at which idle connections are closed, in milliseconds. */
const IDLE = 100;
/** The server stops listening when nothing has arrived for this long; and the maximum wait for that, in milliseconds. */
const QUIET = 5;
const READING = 1000;
/** A turn of the event loop during which hardly anything can arrive, in milliseconds. */
const SHORT_TURN = 0.5;

/**
 * Stops listening, and waits for running requests.
 *
 * @param answer the listener for requests
 * @param destroySilent destroys the connections on which nothing has arrived, such as those that browsers open in
 *   advance
 */
export async function closeServer(server: Server, answer: RequestListener, destroySilent: () => void): Promise<void> {
  const begun = performance.now();
  // Requests wait until the server stops listening: a client that received its response would send the next request.
  const answerWith = holdRequests(server, answer);
  await readArrived(server);
  const grace = GRACE - (performance.now() - begun);
  await new Promise<void>((resolve) => {
    const timers = [
      setTimeout(destroySilent, SILENCE),
      setTimeout(() => server.closeAllConnections(), grace),
      // Responses that began before the stop allowed another request.
      setInterval(() => server.closeIdleConnections(), IDLE),
    ];
    server.close(() => {
      timers.forEach(clearTimeout);
      resolve();
    });
    server.closeIdleConnections();
    answerWith(answer);
  });
}

/**
 * Accepts the connections and reads the requests that have arrived: the kernel resets connections that were not accepted
 * when the server stops listening, and those that are closed before all data was read.
 */
async function readArrived(server: Server): Promise<void> {
  let arrived = 0;
  const count = (): void => {
    arrived += 1;
  };
  server.on('connection', count).on('request', count);
  // The current turn of the event loop may have begun before they arrived.
  await setImmediate();
  const begun = performance.now();
  for (let [now, quietSince] = [begun, begun]; now - quietSince < QUIET && now - begun < READING;) {
    const [before, from] = [arrived, now];
    // Accepts one connection.
    await setImmediate();
    now = performance.now();
    if (arrived !== before || now - from > SHORT_TURN) quietSince = now;
  }
  server.off('connection', count).off('request', count);
}
