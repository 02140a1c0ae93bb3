import { Button, Group, Image, Input, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Images, Upload, X } from 'lucide-react';
import { useRef, useState, type ClipboardEvent } from 'react';

import { postFields } from '../../../../shared/post-fields.ts';
import { urlInPosts } from '../../media/markdown.ts';
import { Picker } from '../../media/picker.tsx';
import { useTranslations } from '../../translations/translations.ts';
import { notifyProblem } from '../../ui/notify.ts';
import { chooseFiles } from '../../uploads/choose-files.ts';
import { transferredFiles } from '../../uploads/transferred-files.ts';
import { UploadList } from '../../uploads/upload-list.tsx';
import { useDrop } from '../../uploads/use-drop.ts';
import { coverOwner, uploadCover } from '../cover-upload.ts';
import type { EditorDocument } from '../document.ts';
import { isSecret } from '../keep-on-device.ts';

/** The cover image: uploaded, chosen from the library, or the URL of one. */
export function Cover({ document, value }: { document: EditorDocument; value: string }) {
  const { editor, fields, uploads: t } = useTranslations();
  const [isPicking, picking] = useDisclosure();
  const place = useRef<HTMLDivElement>(null);
  const change = (cover: string) => document.change({ cover });

  function take(files: File[]): void {
    const image = files.find(({ type }) => type.startsWith('image/'));
    if (image) uploadCover(document, image);
    else if (files.length > 0) notifyProblem(t.coverKind);
  }

  function paste(event: ClipboardEvent): void {
    const files = transferredFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  }

  /** The focused button disappears. */
  const focus = () => place.current?.focus();

  return (
    <div
      role="group"
      aria-label={fields.cover}
      className="cover drop-place"
      ref={place}
      tabIndex={-1}
      onPaste={paste}
      {...useDrop(take)}
    >
      <Stack gap="xs">
        <Input.Label component="span">{fields.cover}</Input.Label>
        {value === '' ? (
          <Text size="sm" c="dimmed" className="cover-empty">
            {t.coverEmpty}
          </Text>
        ) : (
          <CoverImage key={value} src={value} />
        )}
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<Upload size={14} aria-hidden />}
            onClick={() => void chooseFiles({ several: false, images: true }).then(take)}
          >
            {t.chooseFile}
          </Button>
          <Button variant="default" size="xs" leftSection={<Images size={14} aria-hidden />} onClick={picking.open}>
            {t.fromLibrary}
          </Button>
          {value !== '' && (
            <Button
              variant="default"
              size="xs"
              leftSection={<X size={14} aria-hidden />}
              aria-label={t.removeCover}
              onClick={() => {
                change('');
                focus();
              }}
            >
              {t.remove}
            </Button>
          )}
        </Group>
        <TextInput
          size="sm"
          aria-label={editor.coverUrl}
          placeholder="https://"
          value={value}
          onChange={({ currentTarget }) => change(currentTarget.value.trim())}
          maxLength={postFields.cover.max}
        />
        <UploadList
          owner={coverOwner(document)}
          note={isSecret(document) ? t.protectedHelp : undefined}
          emptied={focus}
        />
      </Stack>
      <Picker
        kind="image"
        isOpen={isPicking}
        close={picking.close}
        picked={(media) => {
          change(urlInPosts(media));
          picking.close();
        }}
      />
    </div>
  );
}

function CoverImage({ src }: { src: string }) {
  const { editor, media } = useTranslations();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Text size="sm">{media.broken}</Text>;
  return (
    <Image src={src} alt={editor.coverPicture} radius="md" mah={160} fit="cover" onError={() => setBroken(true)} />
  );
}
