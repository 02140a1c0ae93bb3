import { Button, Group, Stack, Text, TextInput } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';
import { CopyTextButton } from '../ui/copy-text-button.tsx';

interface ShownOnceProps {
  label: string;
  help: string;
  secret: string;
  close: () => void;
}

/** A secret that is shown only now, with a button to copy it. */
export function ShownOnce({ label, help, secret, close }: ShownOnceProps) {
  const { common } = useTranslations();
  return (
    <Stack>
      <Text role="status">{help}</Text>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label={label}
          value={secret}
          readOnly
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyTextButton value={secret} />
      </Group>
      <Group justify="flex-end">
        <Button onClick={close}>{common.close}</Button>
      </Group>
    </Stack>
  );
}
