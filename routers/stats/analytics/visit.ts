import type { CallContext } from '../../core/context.ts';
import { registerFor } from '../../data/views/sketch.ts';
import type { Visit } from '../../data/views/visit.ts';
import { readDevice } from './device.ts';
import { keptSource, referrerHost } from './referrer.ts';
import type { ViewOrigin } from './schemas.ts';

/** What the statistics keep of a view. A failure of the database leaves out the visitor only. */
export async function describeVisit(ctx: CallContext, { referrer, utmSource }: ViewOrigin): Promise<Visit> {
  const device = readDevice(ctx.request.userAgent);
  if (device.isBot) return { ...device, register: null, referrer: null, source: null, country: null };
  return {
    ...device,
    register: await findRegister(ctx),
    referrer: referrer === undefined ? null : referrerHost(referrer, [ctx.request.ownOrigin, ctx.settings.siteUrl()]),
    source: utmSource === undefined ? null : keptSource(utmSource),
    country: readCountry(ctx),
  };
}

/** Global Privacy Control: such a visitor is not counted, only the view. */
async function findRegister({ request, viewTally }: CallContext): Promise<number | null> {
  if (request.valuesOf('sec-gpc').includes('1')) return null;
  try {
    return registerFor(await viewTally.salt.current(), request.clientIp);
  } catch {
    return null;
  }
}

/** Only from a trusted proxy. XX stands for an unknown country. */
function readCountry({ proxies, request }: CallContext): string | null {
  if (proxies.countryHeader === null || !proxies.isTrusted(request.peer)) return null;
  const values = request.valuesOf(proxies.countryHeader);
  const country = values.length === 1 ? values[0]!.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null;
}
