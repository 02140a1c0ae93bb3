import { Stack } from '@mantine/core';

import { ExportPanel } from './transfer/export-panel.tsx';
import { ImportPanel } from './transfer/import-panel.tsx';
import { VerifyPanel } from './transfer/verify-panel.tsx';

/** The import of posts, its check, and the export. */
export function TransferPart() {
  return (
    <Stack maw={720} gap="xl">
      <ImportPanel />
      <VerifyPanel />
      <ExportPanel />
    </Stack>
  );
}
