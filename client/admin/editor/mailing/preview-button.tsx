import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import { errorSentence } from '../../errors/translate-error.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { savedId } from './saved-id.ts';

const MailPreview = lazy(async () => ({ default: (await import('./mail-preview.tsx')).MailPreview }));

interface PreviewButtonProps {
  document: EditorDocument;
  state: DocumentState;
  /** Called when the preview is opened or closed. */
  changed: (isOpen: boolean) => void;
}

/** Shows the mail of the post. A draft is saved before. */
export function PreviewButton({ document, state, changed }: PreviewButtonProps) {
  const { newsletter: t } = useTranslations();
  const [id, setId] = useState<string | null>(null);
  const show = (shown: string | null) => {
    setId(shown);
    changed(shown !== null);
  };
  const save = useMutation({ mutationFn: () => savedId(document), onSuccess: show });
  return (
    <>
      <Button
        variant="default"
        disabled={state.running !== null}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t.show}
      </Button>
      {save.error && (
        <Alert color="red" role="alert">
          {errorSentence(save.error)}
        </Alert>
      )}
      {id !== null && (
        <Suspense>
          <MailPreview id={id} close={() => show(null)} />
        </Suspense>
      )}
    </>
  );
}
