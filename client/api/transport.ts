import { BlogError, toBlogError, foreignAnswer, unreachable } from './errors.ts';
import type { BlogClientOptions, Caller } from './options.ts';

/** The maximum number of receipts in a request. */
const MAX_RECEIPTS = 20;

/** A character that no header can contain, or that fetch does not take. */
const UNSENDABLE = /[^\t -~\x80-\xff]/;

/** A response of the service. */
export interface Received {
  response: Response;
  /** The body as JSON text; empty for 304. */
  text: string;
}

/** Sends requests with the caller's credentials. */
export interface Transport {
  /** The URL of the service, without a trailing slash. */
  url: string;
  /**
   * Sends a request whose response is JSON.
   *
   * @param path undecoded, with its query
   * @throws BlogError without a response, or for one that is not from the service; the signal's reason
   */
  send(path: string, signal: AbortSignal, init?: Init): Promise<Received>;
  /** The same without reading the response, whatever it is. */
  open(path: string, signal: AbortSignal, init?: Init): Promise<Response>;
}

interface Init {
  headers?: Record<string, string>;
  body?: string | FormData;
}

/** @param caller token and receipts, read for each request */
export function createTransport(
  { url, setupKey, fetch = globalThis.fetch }: Pick<BlogClientOptions, 'url' | 'setupKey' | 'fetch'>,
  caller: Caller,
): Transport {
  const base = url.replace(/(?<!\/)\/+$/, '');

  async function request<T>(
    path: string,
    signal: AbortSignal,
    { headers, body }: Init,
    read: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const credentials = await credentialsOf(caller, setupKey);
    const init: RequestInit = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...credentials, ...headers, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
      signal,
    };
    if (body !== undefined) init.body = body;
    try {
      return await read(await fetch(base + path, init));
    } catch (error) {
      if (signal.aborted || error instanceof BlogError) throw error;
      throw unreachable(base, error);
    }
  }

  return {
    url: base,
    open: (path, signal, init = {}) => request(path, signal, init, (response) => response),
    send: (path, signal, init = {}) =>
      request(path, signal, init, async (response) => {
        if (response.status === 304) return { response, text: '' };
        // The service always answers with JSON; anything else comes from a proxy or another server.
        if (!response.headers.get('content-type')?.includes('json')) throw foreignAnswer(response);
        return { response, text: await response.text() };
      }),
  };
}

/** Parses the body of a response. */
export function parse({ response, text }: Received): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw foreignAnswer(response, error);
  }
}

/** The error in a response with this body. */
export function failure({ response }: Received, body: unknown): Error {
  return toBlogError(body, response) ?? foreignAnswer(response);
}

async function credentialsOf(caller: Caller, setupKey: string | undefined): Promise<Record<string, string>> {
  const { token, receipts } = caller;
  const bearer = typeof token === 'function' ? await token() : token;
  const headers = {
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(receipts.length > 0 && { 'x-comment-receipt': receipts.slice(-MAX_RECEIPTS).join(',') }),
    ...(setupKey && { 'x-setup-key': setupKey }),
  };
  // The message of fetch would contain the value.
  if (Object.values(headers).some((value) => UNSENDABLE.test(value.trim()))) {
    const message = 'The token, a receipt or the setup key contains characters that a header cannot contain.';
    throw new BlogError('BAD_REQUEST', message, { status: 0 });
  }
  return headers;
}
