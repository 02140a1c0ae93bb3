import { Alert, Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import { queryClient, trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { errorSentence } from '../errors/translate-error.ts';

const statuses = [301, 302, 410] as const;

/** A redirect to change, or the beginning of a new one. */
export interface GivenRedirect {
  id?: string;
  from: string;
  to?: string;
  status?: (typeof statuses)[number];
}

/** Adds or changes a redirect. */
export function RedirectDialog({ given, close }: { given: GivenRedirect; close: () => void }) {
  const { common, redirects: t } = useTranslations();
  return (
    <Modal
      opened
      onClose={close}
      title={given.id === undefined ? t.addTitle : t.changeTitle}
      closeButtonProps={{ 'aria-label': common.close }}
      centered
    >
      <RedirectForm given={given} done={close} />
    </Modal>
  );
}

function RedirectForm({ given, done }: { given: GivenRedirect; done: () => void }) {
  const { common, redirects: t } = useTranslations();
  const [from, setFrom] = useState(given.from);
  const [to, setTo] = useState(given.to ?? '');
  const [status, setStatus] = useState(given.status ?? 301);
  const options = {
    onSuccess() {
      done();
      return queryClient.invalidateQueries(trpc.redirects.pathFilter());
    },
  };
  const add = useMutation(trpc.redirects.add.mutationOptions(options));
  const change = useMutation(trpc.redirects.update.mutationOptions(options));
  const error = add.error ?? change.error;
  const refusal = error && asBlogError(error);
  const known: Partial<Record<string, string>> = { REDIRECT_EXISTS: t.exists };
  const fieldProblem = (field: string) => refusal?.issues.find(({ path }) => path === field)?.message;

  function send(event: FormEvent) {
    event.preventDefault();
    const values = { from: from.trim(), status, to: status === 410 ? '' : to.trim() };
    if (given.id === undefined) add.mutate(values);
    else change.mutate({ id: given.id, ...values });
  }

  return (
    <form onSubmit={send} noValidate className="form">
      <Stack>
        <TextInput
          label={t.from}
          description={t.fromHelp}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          error={fieldProblem('from')}
          data-autofocus={given.from === '' || undefined}
        />
        <NativeSelect
          label={t.status}
          value={String(status)}
          onChange={({ currentTarget }) =>
            setStatus(statuses.find((one) => String(one) === currentTarget.value) ?? 301)
          }
          data={statuses.map((one) => ({ value: String(one), label: t.statuses[one] }))}
        />
        {status !== 410 && (
          <TextInput
            label={t.to}
            description={t.toHelp}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
            error={fieldProblem('to')}
            data-autofocus={given.from !== '' || undefined}
          />
        )}
        {error && refusal?.issues.length === 0 && (
          <Alert color="red" role="alert">
            {known[refusal.code] ?? errorSentence(error)}
          </Alert>
        )}
        <Button type="submit" loading={add.isPending || change.isPending} disabled={from.trim() === ''}>
          {given.id === undefined ? t.add : common.save}
        </Button>
      </Stack>
    </form>
  );
}
