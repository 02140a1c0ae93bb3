import { within } from './calls.ts';
import type { MediaAddOutput } from './generated/trpc.ts';
import type { CallOptions } from './options.ts';
import type { FileContent } from './platform.ts';
import { failure, parse, type Transport } from './transport.ts';
import type { MediaReplaceOutput, Uploads } from './uploads.ts';

interface Texts {
  name?: string | undefined;
  alt?: string | undefined;
}

/** Makes the functions that send files. They are no procedures: tRPC's calls are JSON. */
export function createUploads(transport: Transport): Uploads['media'] {
  function send<T>(path: string, file: FileContent, { name, alt }: Texts, options: CallOptions): Promise<T> {
    const form = new FormData();
    // The texts first, so that the service has them before the file.
    if (name !== undefined) form.append('name', name);
    if (alt !== undefined) form.append('alt', alt);
    form.append('file', file);
    return within(options.signal, options.timeout ?? Infinity, transport.url, async (ended) => {
      const received = await transport.send(path, ended, { body: form });
      const body = parse(received);
      if (received.response.ok) return body as T;
      throw failure(received, body);
    });
  }

  return {
    upload: (file, texts = {}, options = {}) => send<MediaAddOutput>('/api/media/upload', file, texts, options),
    replace: (id, file, texts = {}, options = {}) =>
      send<MediaReplaceOutput>(`/api/media/${encodeURIComponent(id)}/replace`, file, texts, options),
  };
}
