import type { BlogClient } from '../../index.ts';

/** The calls of the service that an import of an archive makes. */
export interface ArchiveTarget {
  begin: BlogClient['transfer']['begin'];
  add: BlogClient['transfer']['add'];
  files: BlogClient['transfer']['files'];
  finish: BlogClient['transfer']['finish'];
  import: BlogClient['transfer']['import'];
  subscribers: BlogClient['subscribers']['import'];
  settings: BlogClient['settings']['update'];
  upload: BlogClient['media']['upload'];
  edit: BlogClient['media']['edit'];
  /** Sends a file of an archive whose exact import has begun. @param record of the file in the archive */
  sendFile(archive: string, record: object, content: Blob): Promise<void>;
}

/** The form that sends a file of an archive. @param record of the file in the archive */
export function archiveForm(archive: string, record: object, content: Blob): FormData {
  const form = new FormData();
  form.append('archive', archive);
  form.append('record', JSON.stringify(record));
  form.append('file', content, 'file');
  return form;
}
