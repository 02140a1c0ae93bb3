import { service } from './service.ts';

/** Takes the path of the site from the URL of this script, `/assets/…` in it: a site may lie below a path. */
export function useOwnService(): void {
  const { pathname } = new URL(import.meta.url);
  service.url = pathname.slice(0, pathname.lastIndexOf('/assets/'));
  service.storage = `octavo${service.url}`;
}
