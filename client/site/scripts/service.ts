/** The service that the scripts call. */
export const service = {
  /** Its URL without a trailing slash; for the one that served the page, the path of the site, mostly "". */
  url: '',
  /** The prefix of keys in web storage. */
  storage: 'octavo',
  /** The error code of a request without a response. */
  whyUnreachable: (): Promise<string> => Promise.resolve('UNREACHABLE'),
};
