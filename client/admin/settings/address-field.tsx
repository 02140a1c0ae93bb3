import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';

import { siteAddress } from '../../../shared/site-address.ts';
import type { Settings } from '../../index.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import type { Part } from './use-part.ts';
import { baseUrl } from '../place.ts';

/** The site address. Warns if it differs from the address in use, and offers to use that one. */
export function AddressField({ part, saved }: { part: Part; saved: Settings }) {
  const t = useTranslations().settings;
  const { siteUrl: value } = part.values;
  const wanted = part.isSaved ? part.sent.siteUrl : undefined;
  const here = baseUrl;
  // The saved value had no effect, so the environment sets it.
  const isFixed = wanted !== undefined && saved.siteUrl !== asStored(wanted);

  return (
    <Stack gap="xs">
      <TextInput
        name="siteUrl"
        label={t.address}
        description={t.addressHelp}
        value={value}
        error={part.problems.siteUrl}
        onChange={({ currentTarget }) => part.set('siteUrl', currentTarget.value)}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      {(isFixed || value !== here) && (
        <Alert color="yellow" role="status">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {isFixed
                ? formatMessage(t.addressFixed, { address: saved.siteUrl })
                : formatMessage(value === '' ? t.addressUnset : t.addressDiffers, { address: here })}
            </Text>
            {!isFixed && (
              <Button variant="default" size="xs" onClick={() => part.set('siteUrl', here)}>
                {formatMessage(t.takeAddress, { address: here })}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

/** A URL as the service stores it. */
function asStored(address: string): string {
  return siteAddress(address.trim()) ?? '';
}
