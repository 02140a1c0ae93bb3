import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Mail } from 'lucide-react';

import { useTranslations } from '../../translations/translations.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { SendDialog } from './send-dialog.tsx';
import { useMailing } from './use-mailing.ts';

interface SendButtonProps {
  document: EditorDocument;
  state: DocumentState;
}

/** Offers to mail a published post to the subscribers, unless there are none, or it is mailed already. */
export function SendButton({ document, state }: SendButtonProps) {
  const t = useTranslations().editor.mailing;
  const { subscribers, mailing } = useMailing(state.id);
  const [isOpen, { open, close }] = useDisclosure();
  if (state.status !== 'published' || subscribers === 0 || mailing !== null) return null;
  return (
    <>
      <ActionIcon
        title={t.send}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t.send}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Mail size={18} aria-hidden />
      </ActionIcon>
      {isOpen && <SendDialog document={document} state={state} subscribers={subscribers} close={close} />}
    </>
  );
}
