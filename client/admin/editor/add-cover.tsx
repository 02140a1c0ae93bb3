import { Button } from '@mantine/core';
import { ImagePlus } from 'lucide-react';

import { useTranslations } from '../translations/translations.ts';
import { chooseFiles } from '../uploads/choose-files.ts';
import { uploadFirstImage } from '../uploads/upload-image.ts';
import type { EditorDocument } from './document.ts';
import { coverOwner } from './fields/cover.tsx';

interface AddCoverProps {
  document: EditorDocument;
  /** Shows the fields, where the upload and the cover are seen. */
  showFields: () => void;
}

/** A button that asks for an image file and uploads it as the cover. */
export function AddCover({ document, showFields }: AddCoverProps) {
  const { uploads } = useTranslations();

  async function choose(): Promise<void> {
    const files = await chooseFiles({ several: false, images: true });
    if (files.length === 0) return;
    showFields();
    uploadFirstImage(coverOwner(document), files, uploads.coverKind, (cover) => document.change({ cover }));
  }

  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<ImagePlus size={14} aria-hidden />}
        onClick={() => void choose()}
      >
        {uploads.addCover}
      </Button>
    </div>
  );
}
