import { Alert, Button, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { languages } from '../../../shared/languages.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { queryClient, trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { notifyDone } from '../ui/notify.ts';
import { errorSentence } from '../errors/translate-error.ts';

const choices = Object.entries(languages).map(([value, label]) => ({ value, label }));

/** Adds a subscriber who has agreed. */
export function AddDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { common, subscribers: t } = useTranslations();
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t.addTitle}
      closeButtonProps={{ 'aria-label': common.close }}
      centered
    >
      <AddForm done={close} />
    </Modal>
  );
}

function AddForm({ done }: { done: () => void }) {
  const t = useTranslations().subscribers;
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState('');
  const add = useMutation(
    trpc.subscribers.add.mutationOptions({
      onSuccess({ subscriber }) {
        const text = subscriber.state === 'confirmed' ? t.added : t.asked;
        notifyDone(formatMessage(text, { email: subscriber.email }));
        done();
        return queryClient.invalidateQueries(trpc.subscribers.pathFilter());
      },
    }),
  );
  const refusal = add.error && asBlogError(add.error);
  const known: Partial<Record<string, string>> = { SUBSCRIBER_EXISTS: t.exists, SUBSCRIPTION_ENDED: t.ended };

  function send(event: FormEvent) {
    event.preventDefault();
    add.mutate({ email: email.trim(), ...(language !== '' && { language }) });
  }

  return (
    <form onSubmit={send} noValidate className="form">
      <Stack>
        <Text size="sm" c="dimmed">
          {t.addHelp}
        </Text>
        <TextInput
          type="email"
          autoComplete="off"
          label={t.email}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={refusal?.issues.some(({ path }) => path === 'email') && t.noEmail}
          required
          withAsterisk={false}
          data-autofocus
        />
        <NativeSelect
          label={t.language}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
          data={[{ value: '', label: t.siteLanguage }, ...choices]}
        />
        {refusal?.issues.length === 0 && (
          <Alert color="red" role="alert">
            {known[refusal.code] ?? errorSentence(add.error)}
          </Alert>
        )}
        <Button type="submit" loading={add.isPending} disabled={email.trim() === ''}>
          {t.add}
        </Button>
      </Stack>
    </form>
  );
}
