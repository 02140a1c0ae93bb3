import { BlogError, errorOf, foreignAnswer, unreachable } from './errors.ts';
import type { BlogClientOptions, Caller } from './options.ts';

/** Receipts that one request may carry. */
const MAX_RECEIPTS = 20;

/** A response of the service. */
export interface Received {
  response: Response;
  /** The body as JSON text; empty for 304. */
  text: string;
}

/** Sends requests with the caller's credentials. */
export interface Transport {
  /** The URL of the service, without a slash at the end. */
  url: string;
  /**
   * Sends a request.
   *
   * @param path undecoded, with its query
   * @throws BlogError when there is no response, or one that is not the service's; the signal's reason
   */
  send(
    path: string,
    signal: AbortSignal,
    init?: { headers?: Record<string, string>; body?: string },
  ): Promise<Received>;
}

/** @param caller token and receipts, read for each request */
export function createTransport(
  { url, setupKey, fetch = globalThis.fetch }: Pick<BlogClientOptions, 'url' | 'setupKey' | 'fetch'>,
  caller: Caller,
): Transport {
  const base = url.replace(/\/+$/, '');
  return {
    url: base,
    async send(path, signal, { headers, body } = {}) {
      const credentials = await credentialsOf(caller, setupKey);
      const init: RequestInit = {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...credentials, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        signal,
      };
      if (body !== undefined) init.body = body;
      try {
        const response = await fetch(base + path, init);
        if (response.status === 304) return { response, text: '' };
        // The service always answers with JSON; anything else comes from a proxy or another server.
        if (!response.headers.get('content-type')?.includes('json')) throw foreignAnswer(response);
        return { response, text: await response.text() };
      } catch (error) {
        if (signal.aborted || error instanceof BlogError) throw error;
        throw unreachable(base, error);
      }
    },
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

/** The error that a response with this body is. */
export function failure({ response }: Received, body: unknown): Error {
  return errorOf(body, response) ?? foreignAnswer(response);
}

async function credentialsOf(caller: Caller, setupKey: string | undefined): Promise<Record<string, string>> {
  const { token, receipts } = caller;
  const bearer = typeof token === 'function' ? await token() : token;
  return {
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(receipts.length > 0 && { 'x-comment-receipt': receipts.slice(-MAX_RECEIPTS).join(',') }),
    ...(setupKey && { 'x-setup-key': setupKey }),
  };
}
