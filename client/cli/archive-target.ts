import { ARCHIVE_FILE_PATH } from '../../shared/archive.ts';
import { BlogError } from '../index.ts';
import { archiveForm, type ArchiveTarget } from '../importers/archive/target.ts';
import type { Session } from './session.ts';

/** The calls of an import of an archive, with the token of this session. */
export function archiveTarget({ client, url, token }: Pick<Session, 'client' | 'url' | 'token'>): ArchiveTarget {
  return {
    ...client.transfer,
    subscribers: client.subscribers.import,
    settings: client.settings.update,
    upload: client.media.upload,
    async sendFile(archive, record, content) {
      const response = await fetch(url + ARCHIVE_FILE_PATH, {
        method: 'POST',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        body: archiveForm(archive, record, content),
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
