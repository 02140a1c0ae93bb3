import type { CallContext } from '../context.ts';

/** How a request arrived: its client IP, whether a trusted proxy sent it, and what stood in the client IP header. */
export function arrivalOf({ proxies, request }: CallContext) {
  const values = request.valuesOf(proxies.header).flatMap((value) => value.split(','));
  return {
    clientIp: request.clientIp,
    viaProxy: proxies.isTrusted(request.peer),
    header: { name: proxies.header, values: values.length },
  };
}
