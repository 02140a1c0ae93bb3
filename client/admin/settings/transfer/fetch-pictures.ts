import { mediaAddress, type Fetched } from '../../../importers/pictures.ts';
import { queryClient, trpc } from '../../api/api.ts';
import { asBlogError } from '../../errors/as-blog-error.ts';
import { procedureCall } from './call-of.ts';

/** The most URLs of a request. */
const MOST = 500;
/** The pause between two looks at the state, in milliseconds. */
const PAUSE = 1000;

/**
 * Has the service fetch pictures of other hosts into the library. When the signal is aborted, it stops.
 *
 * @param at called with the number of URLs that are done
 * @returns the result of each URL that is done
 * @throws BlogError, also when pictures are being fetched already
 */
export async function fetchPictures(
  urls: readonly string[],
  signal: AbortSignal,
  at: (done: number) => void,
): Promise<Fetched> {
  const results = new Map<string, { address: string } | { error: string }>();
  for (let start = 0; start < urls.length && !signal.aborted; start += MOST) {
    const { id } = await begin({ urls: urls.slice(start, start + MOST) });
    for (let state = 'running'; state === 'running';) {
      if (signal.aborted) await cancel({ id });
      else await pause(signal);
      const now = await fetchState(id);
      ({ state } = now);
      for (const { url, media, error = '' } of now.results) {
        results.set(url, media ? { address: mediaAddress(media.url) } : { error });
      }
      at(results.size);
    }
  }
  return results;
}

const begin: (input: { urls: readonly string[] }) => Promise<{ id: string }> = procedureCall('media.fetch');
const cancel: (input: { id: string }) => Promise<unknown> = procedureCall('media.cancelFetch');

function fetchState(id: string) {
  return queryClient
    .fetchQuery(trpc.media.fetchState.queryOptions({ id }, { staleTime: 0 }))
    .catch((error: unknown) => {
      throw asBlogError(error);
    });
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, PAUSE);
    signal.addEventListener('abort', end);
  });
}
