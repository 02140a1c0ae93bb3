import type { RequestListener, Server } from 'node:http';

/**
 * Queues requests.
 *
 * @param answered the listener that would get them
 * @returns passes the queued requests and further ones to a listener
 */
export function holdRequests(server: Server, answered?: RequestListener): (answer: RequestListener) => void {
  const held: Parameters<RequestListener>[] = [];
  const hold: RequestListener = (...request) => {
    held.push(request);
  };
  if (answered) server.off('request', answered);
  server.on('request', hold);
  return (answer) => {
    server.off('request', hold).on('request', answer);
    for (const request of held) answer(...request);
  };
}
