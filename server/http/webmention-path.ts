/** Where webmentions are sent. */
export const WEBMENTION_PATH = '/api/webmention';
