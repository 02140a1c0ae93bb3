import { readFile } from 'node:fs/promises';

import { packageFile } from '../../process/package-files.ts';
import type { OpenApiDocument } from './document.ts';

/** Reads the generated file (`npm run openapi`): generating it takes 15 MB, and blocks the event loop for 0.1 s. */
export async function readDocument(): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(packageFile('openapi.json'), 'utf8')) as OpenApiDocument;
}
