import { open } from 'node:fs/promises';

/** The first bytes of a file, as many as it has. */
export async function readHead(file: string, most: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
