import type { BlogOutputs } from '../../index.ts';
import { session } from '../session/session.ts';
import { basePath } from '../place.ts';

type ClientIpReport = BlogOutputs['admin']['clientIp'];

/** The result of a request with a made-up client IP. */
export type ClientIpVerdict =
  /** The proxy overwrote or rejected it. */
  | 'safe'
  /** There is no trusted proxy, and the header is ignored. */
  | 'direct'
  /** The page was opened on the machine of the service, bypassing any proxy. */
  | 'local'
  /** The proxy forwarded it, and the service accepted it. */
  | 'believed'
  /** The proxy added a second value, so that none is used. */
  | 'added'
  /** The proxy sends no header, so that all visitors have the same IP. */
  | 'missing'
  /** The check was inconclusive. */
  | 'unknown';

/** A verdict that requires a change of the proxy. */
export type ClientIpFault = Extract<ClientIpVerdict, 'believed' | 'added' | 'missing'>;

/** The verdict, and the name of the header that is read. */
export interface ClientIpCheck {
  verdict: ClientIpVerdict;
  header: string;
}

/** Sends a made-up client IP, as a visitor could, and checks what the service received. */
export async function checkClientIp(): Promise<ClientIpCheck> {
  const honest = await probe();
  if (honest === null || honest === 'rejected') return { verdict: 'unknown', header: '' };
  const { name } = honest.header;
  const verdict = honest.viaProxy ? (isLocal() ? 'local' : await tryMadeUp(honest)) : 'direct';
  return { verdict, header: name };
}

async function tryMadeUp({ header }: ClientIpReport): Promise<ClientIpVerdict> {
  // An unused address of a documentation range (RFC 5737).
  const madeUp = `203.0.113.${1 + Math.floor(Math.random() * 254)}`;
  const arrived = await probe({ [header.name]: madeUp });
  if (arrived === 'rejected') return 'safe';
  if (arrived === null) return 'unknown';
  if (arrived.clientIp === madeUp) return 'believed';
  if (arrived.header.values > 1) return 'added';
  return header.values === 0 ? 'missing' : 'safe';
}

/** How the service sees a request of this browser; "rejected" if a proxy rejected it, null if it failed. */
async function probe(headers: Record<string, string> = {}): Promise<ClientIpReport | 'rejected' | null> {
  try {
    const answer = await fetch(`${basePath}/api/admin/client-ip`, {
      headers: { ...headers, Authorization: `Bearer ${session.token()}` },
    });
    if (answer.ok) return (await answer.json()) as ClientIpReport;
    const isOurs = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return answer.status < 500 && !isOurs ? 'rejected' : null;
  } catch {
    return null;
  }
}

function isLocal(): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}
