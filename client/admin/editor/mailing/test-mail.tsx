import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { trpc } from '../../api/api.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { LinkTo } from '../../ui/link-to.tsx';
import { errorSentence } from '../../errors/translate-error.ts';
import { service } from '../calls.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { savedId } from './saved-id.ts';

interface TestMailProps {
  document: EditorDocument;
  state: DocumentState;
}

/** Mails the post to the owner, as subscribers would get it. A draft is saved before. */
export function TestMail({ document, state }: TestMailProps) {
  const { frame, editor, settings: words } = useTranslations();
  const t = editor.mailing;
  const { data: settings } = useQuery(trpc.settings.get.queryOptions());
  const test = useMutation({ mutationFn: () => sendTest(document) });
  const email = settings?.ownerEmail;
  if (email === '') {
    return (
      <Text size="sm">
        {t.noOwner}{' '}
        <LinkTo to="/settings" search={{ part: 'comments' }} size="sm" underline="always">
          {`${frame.settings} › ${words.parts.comments}`}
        </LinkTo>
      </Text>
    );
  }
  return (
    <>
      <Group>
        <Button
          variant="default"
          disabled={email === undefined || state.running !== null}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t.test}
        </Button>
      </Group>
      {test.error && (
        <Alert color="red" role="alert">
          {errorSentence(test.error)}
        </Alert>
      )}
      <Text size="sm" role="status">
        {test.data && formatMessage(t.testSent, { email: email ?? '' })}
      </Text>
    </>
  );
}

/** @returns false if the draft could not be saved, which the status line explains */
async function sendTest(document: EditorDocument): Promise<boolean> {
  const id = await savedId(document);
  if (id === null) return false;
  await service.mailings.test.mutate({ id });
  return true;
}
