import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      imgSrc: ["'self'", 'data:', 'https:', 'http:'],
      manifestSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
    },
  },
  frameguard: { action: 'deny' },
  // With no-referrer, browsers would send `Origin: null` on forms.
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // Sent by `secure` once the site address says https.
  strictTransportSecurity: false,
});

/** Two years, as the preload lists of browsers want it. */
const TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';

/**
 * Sets the security headers that every response carries, errors and 304s included.
 *
 * @param siteUrl the site address; browsers are held to https once it says so
 */
export function secure(req: IncomingMessage, res: ServerResponse, siteUrl: string): void {
  setHeaders(req, res, () => undefined);
  if (siteUrl.startsWith('https:')) res.setHeader('Strict-Transport-Security', TRANSPORT_SECURITY);
  res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}

/** Lets the style elements of one answer in that carry this nonce. It has to be a fresh one every time. */
export function allowNonce(res: ServerResponse, nonce: string): void {
  const policy = String(res.getHeader('Content-Security-Policy'));
  res.setHeader('Content-Security-Policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`));
}
