import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A server of a folder on this machine. */
export interface StaticHost {
  origin: string;
  /**
   * Serves this folder from now on.
   *
   * @param policy the Content Security Policy of its pages
   */
  serve(folder: string, policy?: string): void;
  close(): void;
}

/** @param options.isInline whether the policy also allows the scripts, styles and images that are written into a page */
export async function startStaticHost({ isInline = false } = {}): Promise<StaticHost> {
  let root = '';
  let allowed: string | undefined;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    find(join(root, path)).then(
      ({ type, body }) => {
        response.setHeader('content-type', TYPES[type] ?? 'application/octet-stream');
        if (allowed !== undefined && type === '.html')
          response.setHeader('content-security-policy', isInline ? withInline(allowed, body.toString()) : allowed);
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(folder, policy) {
      root = folder;
      allowed = policy;
    },
    close: () => server.close(),
  };
}

/** A file, the page of a folder, or a page without its `.html`. */
async function find(path: string): Promise<{ type: string; body: Buffer }> {
  const file = path.endsWith('/') ? `${path}index.html` : path;
  if (extname(file) !== '') return { type: extname(file), body: await readFile(file) };
  const body = await readFile(`${file}.html`).catch(() => readFile(`${file}/index.html`));
  return { type: '.html', body };
}

/** The policy with a hash for each inline script of a page, and with inline styles and images. */
function withInline(policy: string, html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)];
  const hashes = scripts.map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return `${policy.replace('script-src', `script-src ${hashes.join(' ')}`)}; style-src 'self' 'unsafe-inline'; img-src 'self' data:`;
}
