import { unreachable } from '../../errors.ts';
import { client } from './api.ts';

/**
 * Loads a part of the app that lies in a file of its own.
 *
 * @param load such as `() => import('./file.ts')`
 * @throws BlogError while the service cannot be reached; what the browser says when it can, and has no such file
 */
export async function loadFile<T>(load: () => Promise<T>): Promise<T> {
  askAgainForStyles();
  try {
    return await load();
  } catch (error) {
    if (await answers()) throw error;
    throw unreachable(location.origin, error);
  }
}

/** The bundler asks for a style sheet once: one that did not come would be missing ever after. */
function askAgainForStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}

function answers(): Promise<boolean> {
  return client.query('admin.state').then(
    () => true,
    () => false,
  );
}
