import { Button, CopyButton } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

interface CopyTextButtonProps {
  value: string;
  /** Default: "Copy". */
  label?: string;
}

/** Copies a text, and says so in its label. */
export function CopyTextButton({ value, label }: CopyTextButtonProps) {
  const { common } = useTranslations();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          {copied ? common.copied : (label ?? common.copy)}
        </Button>
      )}
    </CopyButton>
  );
}
