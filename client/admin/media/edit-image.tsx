import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { Media } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';
import { Loading } from '../ui/loading.tsx';
import type { AboutOne } from './use-dialog.ts';

// With the library that draws the frame, a chunk of its own.
const ImageEditor = lazy(async () => ({ default: (await import('./image-editor.tsx')).ImageEditor }));

const EDITABLE = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif']);

/** Whether the service can crop and turn a file. */
export function isEditable({ mime }: Pick<Media, 'mime'>): boolean {
  return mime !== undefined && EDITABLE.has(mime);
}

interface EditImageProps extends AboutOne<Media> {
  /** Called with the new image, if there is one. */
  made?: (media: Media) => void;
}

/** A dialog to crop and turn an image, and to choose its focal point. */
export function EditImage({ about, isOpen, close, made }: EditImageProps) {
  const { common, pictures: t } = useTranslations();
  return (
    <Modal opened={isOpen} onClose={close} title={t.title} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      {about && (
        <Suspense fallback={<Loading />}>
          <ImageEditor
            media={about}
            done={(media) => {
              if (media) made?.(media);
              close();
            }}
          />
        </Suspense>
      )}
    </Modal>
  );
}
