/** Installed beside a bundle, because they have compiled code. */
export const installed = ['better-sqlite3', 'sharp'];

/** Used by the checkout alone, or optional. */
const absent = ['esbuild', 'vite', '@scalar/fastify-api-reference', 'pg-native'];

/** Options of esbuild for bundles that Node runs. */
export const nodeOptions = { bundle: true, platform: 'node', target: 'node24', logLevel: 'warning' } as const;

/** Options of esbuild for the programs of the server and the command, which share files. */
export const programOptions = {
  ...nodeOptions,
  format: 'esm',
  splitting: true,
  external: [...installed, ...absent] as string[],
  // For the CommonJS libraries in the bundle.
  banner: {
    js: "import { createRequire as createRequire_ } from 'node:module'; const require = createRequire_(import.meta.url);",
  },
} as const;
