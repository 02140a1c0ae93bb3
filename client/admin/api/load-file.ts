import { unreachable } from '../../api/errors.ts';
import { client } from './api.ts';
import { baseUrl } from '../place.ts';

/**
 * Loads a chunk of the app.
 *
 * @param load such as `() => import('./file.ts')`
 * @throws BlogError if the service cannot be reached; otherwise the error of the browser
 */
export async function loadFile<T>(load: () => Promise<T>): Promise<T> {
  reloadFailedStyles();
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) throw error;
    throw unreachable(baseUrl, error);
  }
}

/** Vite loads a style sheet only once, so that one that failed would stay missing. */
function reloadFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}

function isReachable(): Promise<boolean> {
  return client.query('admin.state').then(
    () => true,
    () => false,
  );
}
