import { SimpleGrid } from '@mantine/core';

import { hasOnlyThreads } from '../place.ts';
import { Screen } from '../ui/screen.tsx';
import { useTranslations } from '../translations/translations.ts';
import { FirstSteps } from './first-steps.tsx';
import { FrontendErrors } from './frontend-errors.tsx';
import { Health } from './health.tsx';
import { NewSignIns } from './new-sign-ins.tsx';
import { NewestComments } from './newest-comments.tsx';
import { Popular } from './popular.tsx';
import { Readers } from './readers.tsx';
import './dashboard.css';

/** The dashboard. Every part loads its own data, so that none waits for another. */
export function DashboardScreen() {
  return (
    <Screen title={useTranslations().frame.dashboard}>
      <NewSignIns />
      {!hasOnlyThreads && <FirstSteps />}
      {!hasOnlyThreads && <Readers />}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {!hasOnlyThreads && <Popular />}
        <NewestComments />
        <FrontendErrors />
        <Health />
      </SimpleGrid>
    </Screen>
  );
}
