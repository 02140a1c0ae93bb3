import { BlogError, toBlogError, foreignAnswer, unreachable } from '../../api/errors.ts';
import type { Media } from '../../index.ts';
import { bearer } from '../api/connect.ts';
import { baseUrl } from '../place.ts';

/**
 * How long no byte may be sent before the connection counts as broken: the browser itself may notice only after
 * minutes.
 */
const STALLED_MS = 60_000;

/** The answer of the service. */
export interface Stored {
  media: Media;
  /** How many posts a replacement has changed. */
  posts?: number;
}

/** How a file is sent. */
export interface Sending {
  signal: AbortSignal;
  /** Called with the part of the file that was sent, from 0 to 1. */
  progress(part: number): void;
}

export interface SendOptions extends Sending {
  /** The id of the file that this one replaces; default: none. */
  replaces: string | undefined;
  /** The name in the library; default: that of the file. */
  name: string | undefined;
}

/**
 * Uploads a file to the library.
 *
 * @throws BlogError; the reason of the signal
 */
export function sendFile(file: File, { replaces, name, ...sending }: SendOptions): Promise<Stored> {
  const form = new FormData();
  if (name !== undefined) form.append('name', name);
  form.append('file', file);
  const path = `/api/media/${replaces === undefined ? 'upload' : `${replaces}/replace`}`;
  return sendForm(path, form, sending) as Promise<Stored>;
}

/**
 * Sends a form with a file. With XMLHttpRequest, because fetch does not report progress.
 *
 * @param path of the service, such as `/api/media/upload`
 * @returns the answer of the service
 * @throws BlogError; the reason of the signal
 */
export function sendForm(path: string, form: FormData, { signal, progress }: Sending): Promise<unknown> {
  const request = new XMLHttpRequest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel: () => void;

  return new Promise((resolve, reject) => {
    const breakOff = (reason: string) => reject(unreachable(baseUrl, new Error(reason)));
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
      const answer = parseAnswer(request);
      if (answer instanceof BlogError) reject(answer);
      else resolve(answer);
    });
    request.addEventListener('error', () => breakOff('The upload was interrupted.'));
    request.open('POST', baseUrl + path);
    for (const [header, value] of Object.entries(bearer())) request.setRequestHeader(header, value);
    watch();
    request.send(form);
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  });
}

function parseAnswer(request: XMLHttpRequest): unknown {
  const response = { status: request.status, headers: { get: (name: string) => request.getResponseHeader(name) } };
  try {
    const body = JSON.parse(request.responseText) as object;
    return request.status < 300 ? body : (toBlogError(body, response) ?? foreignAnswer(response));
  } catch (error) {
    return foreignAnswer(response, error);
  }
}
