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

/** The style sheets that could not be loaded; not those on their way, for which a screen waits. */
const failedStyles = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  // The event does not bubble.
  { capture: true },
);

/** Vite loads a style sheet only once, so that one that failed would stay missing. */
function reloadFailedStyles(): void {
  for (const link of failedStyles) link.replaceWith(link.cloneNode());
  failedStyles.clear();
}

function isReachable(): Promise<boolean> {
  return client.query('admin.state').then(
    () => true,
    () => false,
  );
}
