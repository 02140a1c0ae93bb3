import { Stack } from '@mantine/core';

import { ExportPanel } from './transfer/export-panel.tsx';
import { ImportPanel } from './transfer/import-panel.tsx';

/** Posts from elsewhere, and all posts to keep. */
export function TransferPart() {
  return (
    <Stack maw={720} gap="xl">
      <ImportPanel />
      <ExportPanel />
    </Stack>
  );
}
