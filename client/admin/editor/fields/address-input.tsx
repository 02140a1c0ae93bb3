import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

import { isAbsoluteUrl } from '../../../../shared/link-targets.ts';
import { useTranslations } from '../../translations/translations.ts';

interface AddressInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string;
  change: (value: string) => void;
}

/** An absolute URL. One that is still incomplete stays in the field, and the post keeps the last complete one. */
export function AddressInput({ value, change, ...input }: AddressInputProps) {
  const { editor } = useTranslations();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value;
  const isComplete = shown === '' || isAbsoluteUrl(shown);
  return (
    <TextInput
      {...input}
      placeholder="https://"
      value={shown}
      error={isComplete ? undefined : editor.absoluteUrl}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value.trim();
        setTyped(next);
        if (next === '' || isAbsoluteUrl(next)) change(next);
      }}
      onBlur={() => isComplete && setTyped(null)}
    />
  );
}
