import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';

import type { Settings } from '../../index.ts';
import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import type { Part } from './use-part.ts';

/** The site address; says when it is not the one in use, and offers to take that one. */
export function AddressField({ part, saved }: { part: Part; saved: Settings }) {
  const words = useWords().settings;
  const { siteUrl: value } = part.values;
  const wanted = part.isSaved ? part.sent.siteUrl : undefined;
  const here = location.origin;
  // What was saved did not stay: the environment decides.
  const isFixed = wanted !== undefined && saved.siteUrl !== asStored(wanted);

  return (
    <Stack gap="xs">
      <TextInput
        name="siteUrl"
        label={words.address}
        description={words.addressHelp}
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
                ? fill(words.addressFixed, { address: saved.siteUrl })
                : fill(value === '' ? words.addressUnset : words.addressDiffers, { address: here })}
            </Text>
            {!isFixed && (
              <Button variant="default" size="xs" onClick={() => part.set('siteUrl', here)}>
                {fill(words.takeAddress, { address: here })}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

/** An address as the service writes it. */
function asStored(address: string): string {
  return URL.canParse(address.trim()) ? new URL(address.trim()).origin : '';
}
