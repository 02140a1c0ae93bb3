/** The version of Octavo, kept equal to package.json, the index page's `?v=` and the service worker's cache by a test. */
export const VERSION = '2.16.0';
