import type { Media } from '../../index.ts';
import { formatMessage } from '../translations/format-message.ts';
import { currentTranslations } from '../translations/translations.ts';
import { notifyDone } from '../ui/notify.ts';
import { addUploads } from '../uploads/queue.ts';
import { findPastedName } from '../uploads/transferred-files.ts';

/** The owner of the uploads of the library. */
export const LIBRARY = 'library';

/** Uploads files into the library. */
export function addToLibrary(files: readonly File[]): void {
  if (files.length > 0) addUploads(files, { owner: LIBRARY, name: findPastedName(files) });
}

/** Uploads a file that takes the place of another one, in the library and in the posts. */
export function replaceInLibrary({ id }: Media, file: File): void {
  addUploads([file], {
    owner: LIBRARY,
    replaces: id,
    settled(_, stored) {
      const { replaced } = currentTranslations().media;
      if (stored) notifyDone(formatMessage(replaced, { count: stored.posts ?? 0 }));
    },
  });
}
