import { archiveForm, type ArchiveTarget } from '../../../importers/archive/target.ts';
import { ARCHIVE_FILE_PATH } from '../../../../shared/archive.ts';
import { sendForm } from '../../uploads/send-file.ts';
import { sendAcrossSignIns } from '../../uploads/upload-file.ts';
import { procedureCall } from './call-of.ts';
import { upload } from './upload.ts';

/** The calls of an import of an archive. When the session has ended, they wait for the next sign-in. */
export const archiveTarget: ArchiveTarget = {
  begin: procedureCall('transfer.begin'),
  add: procedureCall('transfer.add'),
  files: procedureCall('transfer.files'),
  finish: procedureCall('transfer.finish'),
  import: procedureCall('transfer.import'),
  subscribers: procedureCall('subscribers.import'),
  settings: procedureCall('settings.update'),
  upload,
  edit: procedureCall('media.edit'),
  async sendFile(archive, record, content) {
    const sending = { signal: new AbortController().signal, progress: () => undefined };
    await sendAcrossSignIns(content, sending, () =>
      sendForm(ARCHIVE_FILE_PATH, archiveForm(archive, record, content), sending),
    );
  },
};
