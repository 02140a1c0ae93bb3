import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freshAddress } from '../../test/support/visitors.ts';
import { PASSWORD } from '../octavo.ts';

/** Calls the REST API of a release. */
export interface Caller {
  url: string;
  /** The administrator's session. */
  token: string;
  /** Opens another session. @param device the program that signs in */
  signIn: (device: string) => Promise<string>;
  /** Whether the release has an endpoint, such as `post /api/pages`, by its own OpenAPI document. */
  has: (endpoint: string) => boolean;
  /** A call that must succeed; its response. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** The same as the administrator. */
  admin: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- each release has its own shapes
type Response = any;

/** @param folder of the release's checkout */
export async function callerOf(url: string, folder: string): Promise<Caller> {
  const { paths } = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8')) as Record<'paths', object>;
  const endpoints = new Set(
    Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods as object).map((verb) => `${verb} ${path}`)),
  );

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...freshAddress(),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  async function signIn(device: string): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        const headers = { 'user-agent': device };
        const { token } = await call('POST', '/api/admin/login', { password: PASSWORD }, headers);
        return token as string;
      } catch (error) {
        // The account is made right after the first start.
        if (attempt === 50) throw error;
        await new Promise((resolve) => void setTimeout(resolve, 100));
      }
    }
  }

  const token = await signIn('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  return {
    url,
    token,
    signIn,
    has: (endpoint) => endpoints.has(endpoint),
    call,
    admin: (method, path, body, headers = {}) =>
      call(method, path, body, { authorization: `Bearer ${token}`, ...headers }),
  };
}
