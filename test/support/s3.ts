import { createRequire } from 'node:module';

import { newFolder } from './run.ts';

interface S3Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

type Constructor = new (options: object) => S3Server;

/** An S3 server of this process, with an empty bucket. */
export interface Bucket {
  /** The environment of a service that stores its files there, below a prefix. */
  env: Record<string, string> & { MEDIA_URL: string };
  close(): Promise<void>;
}

/**
 * Starts an S3 server.
 *
 * @param folder for its files; default: a new one of the test run
 */
export async function openS3(folder?: string): Promise<Bucket> {
  // It has no types.
  const Server = createRequire(import.meta.url)('s3rver') as Constructor;
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder ?? (await newFolder()),
    configureBuckets: [{ name: 'uploads' }],
  });
  const { port } = await server.run();
  return {
    env: {
      MEDIA_URL: `s3://uploads/blog/files?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: () => server.close(),
  };
}
