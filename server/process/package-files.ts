/**
 * Whether this is the published package. There, bin/build-package.ts has put all modules into a few files of one folder,
 * beside the files that they read.
 */
export const isPackaged = import.meta.url.endsWith('.js');

const root = new URL(isPackaged ? './/' : '../../', import.meta.url);

/** The URL of a file or a folder of the project, such as `client/site/locales/`. */
export function packageFile(path: string): URL {
  return new URL(path, root);
}

/** The URL of a program that runs in a separate thread or process, such as `server/site/render/worker.ts`. */
export function programFile(path: string): URL {
  return packageFile(isPackaged ? bundledName(path) : path);
}

/** The name of a program in the published package: `server-site-render-worker.js`. */
export function bundledName(path: string): string {
  return `${path.replaceAll('/', '-').replace(/\.ts$/, '')}.js`;
}
