import { Radio, Stack } from '@mantine/core';

import { Time } from '../ui/time.tsx';
import { useTranslations } from '../translations/translations.ts';
import type { StoredText } from '../device/unsaved/texts.ts';

interface StoredTextsProps {
  texts: readonly StoredText[];
  chosen: StoredText;
  choose: (key: string) => void;
}

/** A choice between several texts that are stored on this device. */
export function StoredTexts({ texts, chosen, choose }: StoredTextsProps) {
  const { editor, frame } = useTranslations();
  return (
    <Radio.Group label={editor.foundSeveral} value={chosen.key} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {texts.map(({ key, at, fields }) => (
          <Radio
            key={key}
            value={key}
            label={
              <>
                {fields.title.trim() || frame.newPost} · <Time at={new Date(at).toISOString()} />
              </>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
