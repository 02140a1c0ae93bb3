import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { queryClient, trpc } from '../api/api.ts';
import { notifyDone } from '../ui/notify.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Fields, findIssue, type Texts } from './fields.tsx';
import { mediaName } from '../uploads/markdown.ts';

/** Asks for a link to add to the library. */
export function AddDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { common, media: t } = useTranslations();
  return (
    <Modal opened={isOpen} onClose={close} title={t.add} closeButtonProps={{ 'aria-label': common.close }}>
      <AddForm done={close} />
    </Modal>
  );
}

function AddForm({ done }: { done: () => void }) {
  const t = useTranslations().media;
  const navigate = useNavigate();
  const [url, setUrl] = useState('');
  const [texts, setTexts] = useState<Texts>({ name: '', alt: '' });
  const add = useMutation(
    trpc.media.add.mutationOptions({
      async onSuccess({ media }) {
        await queryClient.invalidateQueries(trpc.media.list.pathFilter());
        // The newest is on the first page of all.
        await navigate({ to: '/media' });
        notifyDone(formatMessage(t.added, { name: mediaName(media) }));
        done();
      },
    }),
  );

  function send(event: FormEvent) {
    event.preventDefault();
    const { name, alt } = texts;
    add.mutate({ url: url.trim(), alt, ...(name.trim() !== '' && { name }) });
  }

  return (
    <form onSubmit={send} noValidate className="form">
      <Stack>
        <Text size="sm" c="dimmed">
          {t.addHelp}
        </Text>
        <TextInput
          type="url"
          label={t.url}
          placeholder="https://"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={findIssue(add.error, 'url')}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Fields texts={texts} change={setTexts} error={add.error} nameHelp={t.nameHelp} />
        <Button type="submit" loading={add.isPending}>
          {t.add}
        </Button>
      </Stack>
    </form>
  );
}
