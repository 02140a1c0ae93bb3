import { Button, Text } from '@mantine/core';

import type { Media } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';
import { chooseFiles } from '../uploads/choose-files.ts';
import { replaceInLibrary } from './library-uploads.ts';

/** Replaces an uploaded file by another one. @param begun called once it is chosen */
export function ReplaceFile({ media, begun }: { media: Media; begun: () => void }) {
  const t = useTranslations().media;

  async function replace(): Promise<void> {
    const [file] = await chooseFiles({ several: false, images: media.kind === 'image' });
    if (!file) return;
    replaceInLibrary(media, file);
    begun();
  }

  return (
    <div>
      <Button variant="default" size="xs" onClick={() => void replace()}>
        {t.replace}
      </Button>
      <Text size="sm" c="dimmed" mt={4}>
        {t.replaceHelp}
      </Text>
    </div>
  );
}
