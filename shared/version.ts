/** The version of Octavo. A test keeps package.json, the index page's `?v=` and the service worker's cache equal to it. */
export const VERSION = '2.27.0';
