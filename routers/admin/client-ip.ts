import type { CallContext } from '../core/context.ts';

/** The client IP of a request, whether a trusted proxy sent it, and how many values the client IP header has. */
export function describeClientIp({ proxies, request }: CallContext) {
  const values = request.valuesOf(proxies.header).flatMap((value) => value.split(','));
  return {
    clientIp: request.clientIp,
    viaProxy: proxies.isTrusted(request.peer),
    header: { name: proxies.header, values: values.length },
  };
}
