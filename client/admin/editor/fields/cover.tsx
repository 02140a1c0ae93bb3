import { Image, Stack, TextInput } from '@mantine/core';

import { useTranslations } from '../../translations/translations.ts';
import { postFields } from '../../../../shared/post-fields.ts';

/** The URL of the cover image. */
export function Cover({ value, change }: { value: string; change: (value: string) => void }) {
  const { editor, fields } = useTranslations();
  return (
    <Stack gap="xs">
      <TextInput
        label={fields.cover}
        placeholder="https://"
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value.trim())}
        maxLength={postFields.cover.max}
      />
      {value !== '' && <Image src={value} alt={editor.coverPicture} radius="md" mah={160} fit="cover" />}
    </Stack>
  );
}
