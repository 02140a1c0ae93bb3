import { readFile } from 'node:fs/promises';

import { makeFile, type File } from '../../http/files.ts';
import { isPackaged, packageFile } from '../../process/package-files.ts';

/** The script of Scalar, compressed. */
export async function openViewer(): Promise<File> {
  const script = isPackaged ? await readFile(packageFile('reference/viewer.js'), 'utf8') : await viewerScript();
  return makeFile('viewer.js', Buffer.from(NO_EVAL + script), 'by version');
}

/**
 * The script of Scalar. The package @scalar/api-reference installs 457 MB beside it; the plugin for Fastify has the
 * script alone, and adds it to a server as a route.
 *
 * @throws Error when the plugin adds no script
 */
export async function viewerScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const scripts: string[] = [];
  const reply = {
    header: () => reply,
    send: (body: unknown) => scripts.push(String(body)),
  };
  const server = {
    initialConfig: {},
    route({ url, handler }: Route) {
      if (url.endsWith('.js')) handler({}, reply);
    },
  };
  (plugin as unknown as Plugin)(server, { configuration: { url: '/' } }, () => undefined);
  const [script] = scripts;
  if (script === undefined) throw new Error('@scalar/fastify-api-reference has no script.');
  return script;
}

/** Zod, which Scalar contains, would try whether it may evaluate code: a violation of the Content Security Policy. */
const NO_EVAL = 'globalThis.__zod_globalConfig = { jitless: true };\n';

interface Route {
  url: string;
  handler(request: unknown, reply: unknown): void;
}

type Plugin = (server: object, options: object, next: () => void) => unknown;
