import { Button, Group, Image, Input, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Images, Upload, X } from 'lucide-react';
import { useRef, useState, type ClipboardEvent } from 'react';

import { atSite } from '../../../shared/site-address.ts';
import { basePath } from '../place.ts';
import { urlInPosts } from '../uploads/markdown.ts';
import { Picker } from './picker.tsx';
import { useTranslations } from '../translations/translations.ts';
import { chooseFiles } from '../uploads/choose-files.ts';
import { uploadFirstImage } from '../uploads/upload-image.ts';
import { transferredFiles } from '../uploads/transferred-files.ts';
import { UploadList } from '../uploads/upload-list.tsx';
import { useDrop } from '../uploads/use-drop.ts';

interface ImageFieldProps {
  label: string;
  description?: string;
  /** The URL of the image; "" for none. */
  value: string;
  change: (url: string) => void;
  /** The owner of its upload. */
  owner: string;
  texts: {
    /** The name of the field of the URL. */
    url: string;
    /** The alternative text of the image. */
    shown: string;
    remove: string;
    /** The message when a file is not an image. */
    wrongKind: string;
  };
  maxLength: number;
  name?: string;
  error?: string | undefined;
  note?: string | undefined;
}

/** An image: uploaded, chosen from the library, or the URL of one. */
export function ImageField({
  label,
  description,
  value,
  change,
  owner,
  texts,
  maxLength,
  name,
  error,
  note,
}: ImageFieldProps) {
  const { uploads: t } = useTranslations();
  const [isPicking, picking] = useDisclosure();
  const place = useRef<HTMLDivElement>(null);

  const take = (files: File[]) => uploadFirstImage(owner, files, texts.wrongKind, change);

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
      aria-label={label}
      className="cover drop-place"
      ref={place}
      tabIndex={-1}
      onPaste={paste}
      {...useDrop(take)}
    >
      <Stack gap="xs">
        <Input.Label component="span">{label}</Input.Label>
        {description !== undefined && <Input.Description component="span">{description}</Input.Description>}
        {value === '' ? (
          <Text size="sm" c="dimmed" className="cover-empty">
            {t.coverEmpty}
          </Text>
        ) : (
          <ShownImage key={value} src={atSite(basePath, value)} alt={texts.shown} />
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
              aria-label={texts.remove}
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
          aria-label={texts.url}
          placeholder="https://"
          value={value}
          name={name}
          error={error}
          onChange={({ currentTarget }) => change(currentTarget.value.trim())}
          maxLength={maxLength}
        />
        <UploadList owner={owner} note={note} emptied={focus} />
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

function ShownImage({ src, alt }: { src: string; alt: string }) {
  const { media } = useTranslations();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Text size="sm">{media.broken}</Text>;
  return <Image src={src} alt={alt} radius="md" mah={160} fit="cover" onError={() => setBroken(true)} />;
}
