/**
 * The path of the site, mostly "": the files of the app are at `/admin/assets/` in it.
 */
export const basePath = new URL(import.meta.url).pathname.replace(/\/admin\/assets\/[^/]*$/, '');

/** The URL of the site at which the app is open, without a slash at the end. */
export const baseUrl = location.origin + basePath;

/** Whether the service has only comments on pages of other sites: then what belongs to a blog is left out. */
export const hasOnlyThreads = 'onlyThreads' in document.documentElement.dataset;

/** The key of a value of this site in the browser's storage. Several sites may share an origin. */
export function ownName(name: string): string {
  return name + basePath;
}
