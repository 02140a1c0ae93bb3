/** The nonce with which this page may add style sheets; the server makes a fresh one for every answer. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

/** Tells the libraries that ask for the nonce by the name that webpack gave it, as the one that locks scrolling does. */
export function announceNonce(): void {
  Object.assign(window, { __webpack_nonce__: styleNonce() });
}
