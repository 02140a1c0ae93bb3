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

/** Sets the security headers that every response carries, errors and 304s included. */
export function secure(req: IncomingMessage, res: ServerResponse): void {
  setHeaders(req, res, () => undefined);
  res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}

/** Lets the style elements of one answer in that carry this nonce. It has to be a fresh one every time. */
export function allowNonce(res: ServerResponse, nonce: string): void {
  const policy = String(res.getHeader('Content-Security-Policy'));
  res.setHeader('Content-Security-Policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`));
}
