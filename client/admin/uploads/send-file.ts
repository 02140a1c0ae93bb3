import { BlogError, errorOf, foreignAnswer, unreachable } from '../../errors.ts';
import type { Media } from '../../index.ts';
import { bearer } from '../api/connect.ts';

/** How long no byte may leave before the connection counts as broken: the browser itself may notice only after minutes. */
const STALLED_MS = 60_000;

/** What the service answers. */
export interface Stored {
  media: Media;
  /** How many posts a replacement has changed. */
  posts?: number;
}

export interface SendOptions {
  /** The id of the file that this one replaces; default: none. */
  replaces: string | undefined;
  /** The name in the library; default: that of the file. */
  name: string | undefined;
  signal: AbortSignal;
  /** Called with the part of the file that was sent, from 0 to 1. */
  progress(part: number): void;
}

/**
 * Uploads a file. With XMLHttpRequest, because fetch does not report progress.
 *
 * @throws BlogError; the reason of the signal
 */
export function sendFile(file: File, { replaces, name, signal, progress }: SendOptions): Promise<Stored> {
  const request = new XMLHttpRequest();
  const form = new FormData();
  if (name !== undefined) form.append('name', name);
  form.append('file', file);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel: () => void;

  return new Promise<Stored>((resolve, reject) => {
    const breakOff = (reason: string) => reject(unreachable(location.origin, new Error(reason)));
    function watch(): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        request.abort();
        breakOff('The upload stalled.');
      }, STALLED_MS);
    }

    cancel = () => {
      request.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', cancel);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      progress(total > 0 ? loaded / total : 0);
    });
    // The service checks what has arrived, which takes as long as it takes.
    request.upload.addEventListener('load', () => clearTimeout(timer));
    request.addEventListener('load', () => {
      const answer = answerOf(request);
      if (answer instanceof BlogError) reject(answer);
      else resolve(answer);
    });
    request.addEventListener('error', () => breakOff('The upload broke off.'));
    request.open('POST', `${location.origin}/api/media/${replaces === undefined ? 'upload' : `${replaces}/replace`}`);
    for (const [header, value] of Object.entries(bearer())) request.setRequestHeader(header, value);
    watch();
    request.send(form);
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  });
}

function answerOf(request: XMLHttpRequest): Stored | BlogError {
  const response = { status: request.status, headers: { get: (name: string) => request.getResponseHeader(name) } };
  try {
    const body = JSON.parse(request.responseText) as Stored;
    return request.status < 300 ? body : (errorOf(body, response) ?? foreignAnswer(response));
  } catch (error) {
    return foreignAnswer(response, error);
  }
}
