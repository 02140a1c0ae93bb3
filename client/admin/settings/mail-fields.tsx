import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Settings } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import type { Part } from './use-part.ts';

const choices = ['immediately', 'hourly', 'daily', 'never'] as const;
/** How often the state of a test mail is read while it waits, in milliseconds. */
const REFRESH_INTERVAL_MS = 1000;

/** Mail to the owner about new comments; nothing unless mail is configured. */
export function MailFields({ part, saved }: { part: Part; saved: Settings }) {
  const t = useTranslations().settings.mail;
  const { data } = useQuery(trpc.admin.mail.queryOptions());
  if (!data?.configured) return null;
  return (
    <>
      <TextInput
        name="ownerEmail"
        type="email"
        autoComplete="email"
        label={t.email}
        description={t.emailHelp}
        value={part.values.ownerEmail}
        error={part.problems.ownerEmail}
        onChange={({ currentTarget }) => part.set('ownerEmail', currentTarget.value)}
      />
      <Radio.Group
        label={t.title}
        value={part.values.notifyOwner}
        error={part.problems.notifyOwner}
        onChange={(value) => part.set('notifyOwner', value)}
      >
        <Stack mt="sm" gap="sm">
          {choices.map((choice) => (
            <Radio key={choice} value={choice} label={t[choice]} />
          ))}
        </Stack>
      </Radio.Group>
      <TestMail hasAddress={saved.ownerEmail !== ''} />
    </>
  );
}

/** Sends a test mail to the stored address, and says how it went. */
function TestMail({ hasAddress }: { hasAddress: boolean }) {
  const t = useTranslations().settings.mail;
  const [isAsked, setIsAsked] = useState(false);
  const options = trpc.admin.mail.queryOptions();
  const { data: state } = useQuery({
    ...options,
    refetchInterval: ({ state: { data } }) => (data?.test === 'waiting' ? REFRESH_INTERVAL_MS : false),
  });
  const test = useMutation(
    trpc.admin.testMail.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(options);
        setIsAsked(true);
      },
    }),
  );
  const reason = state?.reason ?? '';
  const failed = formatMessage(t.failed, { reason });
  const words = { none: t.sent, waiting: reason === '' ? t.waiting : failed, failed };
  return (
    <Group>
      <Button
        variant="default"
        disabled={!hasAddress}
        loading={test.isPending}
        onClick={() => {
          setIsAsked(false);
          test.mutate();
        }}
      >
        {t.test}
      </Button>
      <Text size="sm" role="status">
        {hasAddress ? isAsked && state && words[state.test] : t.testHelp}
      </Text>
    </Group>
  );
}
