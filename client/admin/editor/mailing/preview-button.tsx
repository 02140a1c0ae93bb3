import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import { sentenceOf } from '../../ui/translate-error.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { savedId } from './saved-id.ts';

const MailPreview = lazy(async () => ({ default: (await import('./mail-preview.tsx')).MailPreview }));

/** Shows the mail of the post. A draft is saved before. */
export function PreviewButton({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { newsletter: t } = useTranslations();
  const [id, setId] = useState<string | null>(null);
  const save = useMutation({ mutationFn: () => savedId(document), onSuccess: setId });
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
          {sentenceOf(save.error)}
        </Alert>
      )}
      {id !== null && (
        <Suspense>
          <MailPreview id={id} close={() => setId(null)} />
        </Suspense>
      )}
    </>
  );
}
