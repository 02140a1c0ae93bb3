import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

import { themeScriptSource } from '../pages/theme-script.ts';

/**
 * The security headers that every response carries, errors and 304s included, as names and values in turn.
 *
 * @param siteUrl the site address; browsers are held to https once it says so
 */
export function securityHeaders(siteUrl: string): readonly string[] {
  return siteUrl.startsWith('https:') ? forHttps : forHttp;
}

/** Sets them on a response. */
export function secure(res: ServerResponse, siteUrl: string): void {
  const headers = securityHeaders(siteUrl);
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at]!, headers[at + 1]!);
}

/** Lets the style elements of one answer in that carry this nonce. It has to be a fresh one every time. */
export function allowNonce(res: ServerResponse, nonce: string): void {
  const policy = String(res.getHeader('Content-Security-Policy'));
  res.setHeader('Content-Security-Policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`));
}

/**
 * Has the browser refuse every text that scripts of this page make into HTML or code, except through a policy of these
 * names. Browsers without Trusted Types pass over it.
 */
export function requireTrustedTypes(res: ServerResponse, policies: readonly string[]): void {
  const policy = String(res.getHeader('Content-Security-Policy'));
  const rules = `require-trusted-types-for 'script';trusted-types ${policies.join(' ')}`;
  res.setHeader('Content-Security-Policy', `${policy};${rules}`);
}

// A page that came over https shall not load pictures without it; browsers ask for these over https themselves.
const forHttps = headersOf(helmet({ ...optionsWith(['https:']), strictTransportSecurity: { maxAge: 63_072_000 } }));
const forHttp = headersOf(helmet({ ...optionsWith(['https:', 'http:']), strictTransportSecurity: false }));

/** They are the same every time, so helmet writes them once. */
function headersOf(setHeaders: ReturnType<typeof helmet>): string[] {
  const headers = ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'];
  const collecting = { setHeader: (...header: string[]) => headers.push(...header), removeHeader: () => undefined };
  setHeaders({ headers: {} } as IncomingMessage, collecting as unknown as ServerResponse, () => undefined);
  return headers;
}

function optionsWith(pictures: string[]) {
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
        imgSrc: ["'self'", 'data:', ...pictures],
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
