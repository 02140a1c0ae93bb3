import { ActionIcon, Group, TextInput } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import type { Media } from '../../index.ts';
import { mediaName } from './markdown.ts';
import { Preview } from './preview.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

interface AltRowProps {
  media: Media;
  describe: (media: Media, alt: string) => void;
  /** Called when the image has an alternative text, or is to have none. */
  done: () => void;
}

/** Asks for the alternative text of an uploaded image. */
export function AltRow({ media, describe, done }: AltRowProps) {
  const { uploads: t, common } = useTranslations();
  const [alt, setAlt] = useState('');
  const name = mediaName(media);

  function save(event: FormEvent) {
    event.preventDefault();
    if (alt.trim() !== '') describe(media, alt.trim());
    done();
  }

  return (
    <li className="upload">
      <form onSubmit={save}>
        <Group gap="xs" wrap="nowrap">
          <span className="upload-picture">
            <Preview media={media} />
          </span>
          <TextInput
            flex={1}
            size="sm"
            aria-label={formatMessage(t.altOf, { name })}
            placeholder={t.altHint}
            value={alt}
            onChange={({ currentTarget }) => setAlt(currentTarget.value)}
            maxLength={MAX_ALT}
          />
          <ActionIcon
            type="submit"
            variant="light"
            size="lg"
            aria-label={formatMessage(t.saveAlt, { name })}
            title={common.save}
            disabled={alt.trim() === ''}
          >
            <Check size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={formatMessage(t.withoutAlt, { name })}
            title={t.noAlt}
            onClick={done}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </form>
    </li>
  );
}

/** The most characters that the service takes. */
const MAX_ALT = 500;
