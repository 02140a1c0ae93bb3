import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

import type { Reply, Services } from '../../routers/context.ts';
import { themeScriptSource } from '../pages/theme-script.ts';
import type { RequestState } from './request-state.ts';

/** Changes to the Content-Security-Policy of one response. */
export interface PolicyChanges {
  /** Style elements that carry this nonce are applied; a fresh one for every response. */
  styleNonce?: string;
  /**
   * Scripts of the page may turn text into HTML or code only through Trusted Types policies of these names. Browsers
   * without Trusted Types ignore it.
   */
  trustedTypes?: readonly string[];
}

/** The request headers that a response may depend on. */
const VARY = 'Accept-Encoding, Authorization, X-Comment-Receipt, Origin';
const EXPOSED = 'ETag, Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
const PREFLIGHT = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, If-Match, If-None-Match, Trpc-Accept, X-Comment-Receipt',
  // Seconds for which a browser may cache a preflight.
  'Access-Control-Max-Age',
  '600',
];

/**
 * The headers of every response: of the read cache, of Koa and of errors. A new header is a line here.
 *
 * @param isStopping whether the service is stopping: an open connection would delay it
 * @returns names and values in turn
 */
export function responseHeaders(
  { settings, policy }: Pick<Services, 'settings' | 'policy'>,
  isStopping: () => boolean,
) {
  return ({ req, reply, policy: changes }: RequestState): string[] => [
    ...securityHeaders(settings.siteUrl(), changes),
    'Vary',
    VARY,
    ...corsHeaders(req, settings.siteUrl(), policy.corsOrigins),
    ...limitHeaders(reply),
    ...(isStopping() ? ['Connection', 'close'] : []),
  ];
}

/**
 * The security headers of every response, errors and 304s included, as names and values in turn.
 *
 * @param siteUrl the site address; browsers are held to https once it says so
 */
export function securityHeaders(siteUrl: string, changes?: PolicyChanges): readonly string[] {
  const headers = siteUrl.startsWith('https:') ? forHttps : forHttp;
  if (changes === undefined) return headers;
  const isPolicy = (at: number) => headers[at - 1] === 'Content-Security-Policy';
  return headers.map((value, at) => (isPolicy(at) ? changePolicy(value, changes) : value));
}

/** @param headers names and values in turn */
export function setHeaders(res: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at]!, headers[at + 1]!);
}

/** Allows pages of the site address and of CORS_ORIGINS to read the response. */
function corsHeaders({ method, headers: { origin } }: IncomingMessage, siteUrl: string, allowed: readonly string[]) {
  if (origin === undefined || !((siteUrl !== '' && origin === siteUrl) || allowed.includes(origin))) return [];
  const headers = ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  return method === 'OPTIONS' ? [...headers, ...PREFLIGHT] : headers;
}

/** The state of the limit with the least remaining. */
function limitHeaders({ rateLimit }: Reply): string[] {
  if (!rateLimit) return [];
  const { limit, remaining, reset } = rateLimit;
  return ['RateLimit-Limit', String(limit), 'RateLimit-Remaining', String(remaining), 'RateLimit-Reset', String(reset)];
}

function changePolicy(policy: string, { styleNonce, trustedTypes }: PolicyChanges): string {
  const withNonce =
    styleNonce === undefined ? policy : policy.replace("style-src 'self'", `style-src 'self' 'nonce-${styleNonce}'`);
  if (trustedTypes === undefined) return withNonce;
  return `${withNonce};require-trusted-types-for 'script';trusted-types ${trustedTypes.join(' ')}`;
}

// A page loaded over https does not load images over http; browsers upgrade such requests themselves.
const forHttps = headersOf(helmet({ ...optionsWith(['https:']), strictTransportSecurity: { maxAge: 63_072_000 } }));
const forHttp = headersOf(helmet({ ...optionsWith(['https:', 'http:']), strictTransportSecurity: false }));

/** They never change, so helmet writes them once. */
function headersOf(setHeaders: ReturnType<typeof helmet>): string[] {
  const headers = ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'];
  const collecting = { setHeader: (...header: string[]) => headers.push(...header), removeHeader: () => undefined };
  setHeaders({ headers: {} } as IncomingMessage, collecting as unknown as ServerResponse, () => undefined);
  return headers;
}

function optionsWith(imageSources: string[]) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:', ...imageSources],
        manifestSrc: ["'self'"],
        scriptSrc: ["'self'", themeScriptSource],
        styleSrc: ["'self'"],
      },
    },
    frameguard: { action: 'deny' as const },
    // With no-referrer, browsers would send `Origin: null` on forms.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  };
}
