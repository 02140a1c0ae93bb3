/** The nonce with which this page may add style sheets; each response has its own. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

/** Publishes the nonce under the name of webpack, which some libraries read, such as the one that locks scrolling. */
export function announceNonce(): void {
  Object.assign(window, { __webpack_nonce__: styleNonce() });
}
