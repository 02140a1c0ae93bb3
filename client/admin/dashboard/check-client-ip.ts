import type { BlogOutputs } from '../../index.ts';
import { session } from '../session/session.ts';

type Arrival = BlogOutputs['admin']['clientIp'];

/** What became of a made-up client IP. */
export type ClientIpVerdict =
  /** The proxy overwrote or refused it. */
  | 'safe'
  /** No trusted proxy is in front, and the header is not read. */
  | 'direct'
  /** The page was opened on the service's own machine, past any proxy. */
  | 'local'
  /** The proxy passed it on, and the service believed it. */
  | 'believed'
  /** The proxy put a value of its own beside it, so that none counts. */
  | 'added'
  /** The proxy sends no header, so that all visitors are one. */
  | 'missing'
  /** Nothing can be said. */
  | 'unknown';

/** A verdict that calls for a change of the proxy. */
export type ClientIpFault = Extract<ClientIpVerdict, 'believed' | 'added' | 'missing'>;

/** The verdict, and the name of the header that is read. */
export interface ClientIpCheck {
  verdict: ClientIpVerdict;
  header: string;
}

/** Sends a made-up client IP, as any visitor could, and looks what arrived of it. */
export async function checkClientIp(): Promise<ClientIpCheck> {
  const honest = await arrive();
  if (honest === null || honest === 'refused') return { verdict: 'unknown', header: '' };
  const { name } = honest.header;
  const verdict = honest.viaProxy ? (isLocal() ? 'local' : await tryMadeUp(honest)) : 'direct';
  return { verdict, header: name };
}

async function tryMadeUp({ header }: Arrival): Promise<ClientIpVerdict> {
  // Of a range for documentation (RFC 5737), so that it is nobody's.
  const madeUp = `203.0.113.${1 + Math.floor(Math.random() * 254)}`;
  const arrived = await arrive({ [header.name]: madeUp });
  if (arrived === 'refused') return 'safe';
  if (arrived === null) return 'unknown';
  if (arrived.clientIp === madeUp) return 'believed';
  if (arrived.header.values > 1) return 'added';
  return header.values === 0 ? 'missing' : 'safe';
}

/** How a request of this browser arrives; "refused" when something in front turned it away, null when it failed. */
async function arrive(headers: Record<string, string> = {}): Promise<Arrival | 'refused' | null> {
  try {
    const answer = await fetch('/api/admin/client-ip', {
      headers: { ...headers, Authorization: `Bearer ${session.token()}` },
    });
    if (answer.ok) return (await answer.json()) as Arrival;
    const isOurs = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return answer.status < 500 && !isOurs ? 'refused' : null;
  } catch {
    return null;
  }
}

function isLocal(): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}
