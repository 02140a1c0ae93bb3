import { useDisclosure } from '@mantine/hooks';
import { useRef, type ReactNode } from 'react';

import type { Media } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { EditImage, isEditable } from '../media/edit-image.tsx';
import { urlInPosts } from '../uploads/markdown.ts';
import { Picker } from '../media/picker.tsx';
import { useDialog } from '../media/use-dialog.ts';
import { currentTranslations } from '../translations/translations.ts';
import { notifyFailure, notifyProblem } from '../ui/notify.ts';
import type { EditorDocument } from './document.ts';
import type { PictureRequests } from './markdown/picture-requests.ts';
import { urlFor } from './text-uploads.ts';

/** Answers the requests of the tools of pictures, by dialogs. */
export function usePictureRequests(document: EditorDocument): { requests: PictureRequests; dialogs: ReactNode } {
  const answer = useRef<(url: string | null) => void>(null);
  const [isPicking, picking] = useDisclosure();
  const editing = useDialog<Media>();

  /** The first answer counts: closing a dialog answers as well. */
  function settle(url: string | null): void {
    answer.current?.(url);
    answer.current = null;
  }

  const requests: PictureRequests = {
    replacePicture(chosen) {
      answer.current = chosen;
      picking.open();
    },
    editPicture(url, made) {
      answer.current = made;
      mediaAt(url).then(
        (media) => {
          if (media && isEditable(media)) return editing.open(media);
          notifyProblem(currentTranslations().pictures.notEditable);
          settle(null);
        },
        (error: unknown) => {
          notifyFailure(error);
          settle(null);
        },
      );
    },
  };

  const dialogs = (
    <>
      <Picker
        kind="image"
        isOpen={isPicking}
        close={() => {
          picking.close();
          settle(null);
        }}
        picked={(media) => {
          picking.close();
          settle(urlFor(document, media));
        }}
      />
      <EditImage
        {...editing}
        made={(media) => settle(urlFor(document, media))}
        close={() => {
          editing.close();
          settle(null);
        }}
      />
    </>
  );
  return { requests, dialogs };
}

/** The file of the library with a URL that is in a text; undefined if there is none. */
async function mediaAt(url: string): Promise<Media | undefined> {
  const path = url.split(/[?#]/, 1)[0]!;
  const { media } = await queryClient.fetchQuery(
    trpc.media.list.queryOptions({ search: path.slice(-200), pageSize: 10 }),
  );
  return media.find((one) => urlInPosts(one) === path || one.url === path);
}
