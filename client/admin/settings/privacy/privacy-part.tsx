import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { asBlogError } from '../../errors/as-blog-error.ts';
import { queryClient, trpc } from '../../api/api.ts';
import { useTranslations } from '../../translations/translations.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { errorSentence } from '../../errors/translate-error.ts';
import { Erased } from './erased.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { Kept } from './kept.tsx';

/** Shows the data that the service keeps of an e-mail address or an IP address, and erases it. */
export function PrivacyPart() {
  const t = useTranslations().privacy;
  const [of, setOf] = useState('');
  const [isAsking, setAsking] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  const list = useMutation(trpc.privacy.list.mutationOptions());
  const erase = useMutation(
    trpc.privacy.erase.mutationOptions({
      onError: notifyFailure,
      onSuccess: () => list.reset(),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const problem = list.error && asBlogError(list.error);
  // The data belongs to the address that was sent, not to the one that is being typed.
  const address = list.variables?.of ?? '';

  function show(event: FormEvent) {
    event.preventDefault();
    erase.reset();
    list.mutate({ of: of.trim() });
  }

  return (
    <Stack maw={640} component="section" aria-labelledby="settings-privacy">
      <Title order={2} size="h4" id="settings-privacy">
        {t.title}
      </Title>
      <Text c="dimmed" size="sm">
        {t.help}
      </Text>
      <form onSubmit={show} noValidate className="form">
        <Stack align="flex-start">
          <TextInput
            w="100%"
            label={t.of}
            value={of}
            onChange={({ currentTarget }) => setOf(currentTarget.value)}
            error={problem && (problem.issues.length > 0 ? t.noAddress : errorSentence(list.error))}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit" loading={list.isPending} disabled={of.trim() === ''}>
            {t.show}
          </Button>
        </Stack>
      </form>
      <div ref={outcome} tabIndex={-1} role="status" className="focus-place">
        {list.data && <Kept of={address} kept={list.data} erase={() => setAsking(true)} />}
        {erase.data && (
          <Alert>
            <Erased of={erase.variables.of} erased={erase.data} />
          </Alert>
        )}
      </div>
      <EraseDialog
        of={address}
        kept={list.data}
        isOpen={isAsking}
        isBusy={erase.isPending}
        erase={() => erase.mutate({ of: address }, { onSettled: () => setAsking(false) })}
        close={() => setAsking(false)}
        // The button that opened the dialog is gone with what it erased.
        closed={() => erase.isSuccess && outcome.current?.focus()}
      />
    </Stack>
  );
}
