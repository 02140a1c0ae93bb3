import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * Sets the security headers that every response carries, errors and 304s included.
 *
 * @param siteUrl the site address; browsers are held to https once it says so
 */
export function secure(req: IncomingMessage, res: ServerResponse, siteUrl = ''): void {
  const setHeaders = siteUrl.startsWith('https:') ? setForHttps : setForHttp;
  setHeaders(req, res, () => undefined);
  res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}

/** Lets the style elements of one answer in that carry this nonce. It has to be a fresh one every time. */
export function allowNonce(res: ServerResponse, nonce: string): void {
  const policy = String(res.getHeader('Content-Security-Policy'));
  res.setHeader('Content-Security-Policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`));
}

// A page that came over https shall not load pictures without it; browsers ask for these over https themselves.
const setForHttps = helmet({ ...headersWith(['https:']), strictTransportSecurity: { maxAge: 63_072_000 } });
const setForHttp = helmet({ ...headersWith(['https:', 'http:']), strictTransportSecurity: false });

function headersWith(pictures: string[]) {
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
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
      },
    },
    frameguard: { action: 'deny' as const },
    // With no-referrer, browsers would send `Origin: null` on forms.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  };
}
