import { BlogError } from '../index.ts';
import type { ArchiveTarget } from '../importers/archive/target.ts';
import type { Session } from './session.ts';

/** The calls of an import of an archive, with the token of this session. */
export function archiveTarget({ client, url, token }: Pick<Session, 'client' | 'url' | 'token'>): ArchiveTarget {
  return {
    ...client.transfer,
    settings: client.settings.update,
    upload: client.media.upload,
    async sendFile(archive, record, content) {
      const form = new FormData();
      form.append('archive', archive);
      form.append('record', JSON.stringify(record));
      form.append('file', content, 'file');
      const response = await fetch(`${url}/api/admin/archive/file`, {
        method: 'POST',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        body: form,
      });
      if (response.ok) {
        await response.body?.cancel();
        return;
      }
      const { error, code } = (await response.json()) as { error: string; code: string };
      throw new BlogError(code, error, { status: response.status });
    },
  };
}
