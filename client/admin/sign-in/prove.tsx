import { getDefaultZIndex, Modal } from '@mantine/core';
import { lazy, Suspense, useSyncExternalStore } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { proof } from '../session/proof.ts';

// Seldom shown, so a chunk of its own.
const ProveForm = lazy(async () => ({ default: (await import('./prove-form.tsx')).ProveForm }));

/** The dialog in which the owner proves who it is, while calls wait for it. */
export function Prove() {
  const all = useTranslations();
  const isWanted = useSyncExternalStore(proof.subscribe, proof.isWanted);
  return (
    <Modal
      opened={isWanted}
      onClose={() => proof.decide(false)}
      closeButtonProps={{ 'aria-label': all.common.close }}
      title={all.security.confirmTitle}
      centered
      // Above other dialogs, whose calls wait for it.
      zIndex={getDefaultZIndex('max')}
    >
      <Suspense fallback={null}>
        <ProveForm />
      </Suspense>
    </Modal>
  );
}
