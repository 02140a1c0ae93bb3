import { ARCHIVE_FILE_PATH } from '../../shared/archive.ts';
import { archiveForm, type ArchiveTarget } from '../importers/archive/target.ts';
import { createTransport, failure, parse } from '../api/transport.ts';
import type { Session } from './session.ts';

/** The calls of an import of an archive, with the token of this session. */
export function archiveTarget({ client, url, token }: Pick<Session, 'client' | 'url' | 'token'>): ArchiveTarget {
  const transport = createTransport({ url }, { token, receipts: [] });
  return {
    ...client.transfer,
    subscribers: client.subscribers.import,
    settings: client.settings.update,
    upload: client.media.upload,
    edit: client.media.edit,
    async sendFile(archive, record, content) {
      const body = archiveForm(archive, record, content);
      const received = await transport.send(ARCHIVE_FILE_PATH, new AbortController().signal, { body });
      if (!received.response.ok) throw failure(received, parse(received));
    },
  };
}
