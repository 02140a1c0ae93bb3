import { Image, Stack, TextInput } from '@mantine/core';

import { useWords } from '../../words/words.ts';

/** The picture above the post, by its address. */
export function Cover({ value, change }: { value: string; change: (value: string) => void }) {
  const { editor } = useWords();
  return (
    <Stack gap="xs">
      <TextInput
        label={editor.cover}
        placeholder="https://"
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value.trim())}
        maxLength={2000}
      />
      {value !== '' && <Image src={value} alt={editor.coverPicture} radius="md" mah={160} fit="cover" />}
    </Stack>
  );
}
