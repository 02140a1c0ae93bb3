import { useDisclosure } from '@mantine/hooks';
import { useState, type ComponentType, type ReactNode } from 'react';

import { loadFile } from '../api/load-file.ts';
import { notifyFailure } from '../ui/notify.ts';

type Question = ComponentType<{ isAsking: boolean; close(): void }>;

/**
 * Asks on any screen whether to end all sessions. The dialog is a chunk of its own, because it is rarely used.
 *
 * @returns the function that asks, and the dialog to render
 */
export function useEndAll(): { ask: () => void; question: ReactNode } {
  const [Ask, setAsk] = useState<Question>();
  const [isAsking, { open, close }] = useDisclosure();

  async function ask(): Promise<void> {
    const { AskToEndAll } = await loadFile(() => import('../settings/sign-out-everywhere.tsx'));
    setAsk(() => AskToEndAll);
    open();
  }

  return { ask: () => void ask().catch(notifyFailure), question: Ask && <Ask isAsking={isAsking} close={close} /> };
}
