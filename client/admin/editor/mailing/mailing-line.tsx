import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';

import { formatNumber } from '../../../../shared/formats.ts';
import type { Mailing } from '../../../index.ts';
import { queryClient, trpc } from '../../api/api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { formatMessage } from '../../translations/format-message.ts';
import type { Translations } from '../../translations/catalog.ts';
import { useLanguage, useTranslations } from '../../translations/translations.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { Clicks } from './clicks.tsx';
import { useMailing } from './use-mailing.ts';

/** The progress of the mailing of the post, with a button that ends it; nothing if the post is not mailed. */
export function MailingLine({ id }: { id: string | null }) {
  const { mailing } = useMailing(id);
  if (id === null || !mailing) return null;
  return <Line id={id} mailing={mailing} />;
}

function Line({ id, mailing }: { id: string; mailing: Mailing }) {
  const t = useTranslations().editor.mailing;
  const language = useLanguage();
  const [isAsking, { open, close }] = useDisclosure();
  const cancel = useMutation(
    trpc.mailings.cancel.mutationOptions({
      onError: notifyFailure,
      onSettled: () => queryClient.invalidateQueries(trpc.mailings.pathFilter()),
    }),
  );
  const { state, problem } = mailing;
  return (
    <Group className="editor-mailing" component="section" aria-label={t.title} gap="xs">
      <Text size="sm" role="status">
        {progressSentence(mailing, t, language)}
        {problem !== null && ` · ${formatMessage(t.waiting, { problem })}`}
      </Text>
      {state === 'wanted' && (
        <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          {t.withdraw}
        </Button>
      )}
      {state === 'sending' && (
        <Button size="xs" variant="default" onClick={open}>
          {t.cancel}
        </Button>
      )}
      <Clicks clicks={mailing.clicks} />
      <Confirm
        opened={isAsking && state === 'sending'}
        title={t.cancelTitle}
        help={t.cancelHelp}
        action={t.cancel}
        busy={cancel.isPending}
        confirm={() => cancel.mutate({ id }, { onSettled: close })}
        close={close}
      />
    </Group>
  );
}

function progressSentence(
  { state, sent, left, failed, startsAt }: Mailing,
  t: Translations['editor']['mailing'],
  language: string,
) {
  const shown = (count: number) => formatNumber(language, count);
  const text = startsAt === null ? t[state] : t.soon;
  const sentence =
    typeof text === 'string' ? text : formatMessage(text, { sent: shown(sent), total: shown(sent + left + failed) });
  return failed > 0 ? `${sentence} · ${formatMessage(t.failed, { failed: shown(failed) })}` : sentence;
}
