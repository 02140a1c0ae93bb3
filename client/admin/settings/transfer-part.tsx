import { Stack } from '@mantine/core';

import { ExportPanel } from './transfer/export-panel.tsx';
import { ImportPanel } from './transfer/import-panel.tsx';

/** The import and the export of posts. */
export function TransferPart() {
  return (
    <Stack maw={720} gap="xl">
      <ImportPanel />
      <ExportPanel />
    </Stack>
  );
}
