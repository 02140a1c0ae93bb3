import { Checkbox, Stack, Text } from '@mantine/core';

import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { TestMail } from '../mailing/test-mail.tsx';
import { useMailing } from '../mailing/use-mailing.ts';

interface NewsletterProps {
  document: EditorDocument;
  state: DocumentState;
}

/** Whether the subscribers get the post when it is published, with a test mail. */
export function Newsletter({ document, state }: NewsletterProps) {
  const { editor, publishing: t } = useTranslations();
  const { subscribers, mailing } = useMailing(state.id);
  const words = editor.mailing;
  if (mailing && mailing.state !== 'wanted') return <Text size="sm">{t.mailedAlready}</Text>;
  if (subscribers === 0) return <Text size="sm">{t.nobodyToMail}</Text>;
  const isWanted = mailing?.state === 'wanted';
  const change = (notifies: boolean) => document.set({ notifies: notifies === isWanted ? null : notifies });
  return (
    <Stack gap="xs">
      <Checkbox
        label={formatMessage(words.whenPublished, { count: subscribers })}
        description={`${words.once} ${t.mailingDelay}`}
        checked={state.notifies ?? isWanted}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      {state.fields.protected === 1 && <Text size="sm">{words.protected}</Text>}
      <TestMail document={document} state={state} />
    </Stack>
  );
}
