import { Alert, Button, Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import { queryClient, trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { CopyTextButton } from '../ui/copy-text-button.tsx';
import { exactTime } from './exact-time.ts';
import { PreviewLinks } from './preview-links.tsx';

/** Creates, lists and revokes preview links. */
export function PreviewLinkDialog({ id, close }: { id: string; close: () => void }) {
  const { editor, common } = useTranslations();
  const language = useLanguage();
  const { data: settings } = useQuery(trpc.settings.get.queryOptions());
  const [chosen, setChosen] = useState<number | null>(null);
  const days = chosen ?? settings?.previewDays ?? 7;
  const make = useMutation(
    trpc.preview.link.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.preview.links.pathFilter()),
    }),
  );

  return (
    <Modal opened onClose={close} title={editor.previewLink} centered closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text size="sm" c="dimmed">
          {editor.previewLinkHelp}
        </Text>
        <Group align="flex-end">
          <NumberInput
            label={editor.days}
            value={days}
            onChange={(value) => setChosen(Number(value) || null)}
            min={1}
            max={30}
            allowDecimal={false}
            w={110}
          />
          <Button onClick={() => make.mutate({ id, days })} loading={make.isPending}>
            {editor.makeLink}
          </Button>
        </Group>
        {make.error && (
          <Alert color="red" role="alert">
            {asBlogError(make.error).message}
          </Alert>
        )}
        {make.data && (
          <>
            <Group align="flex-end" wrap="nowrap">
              <TextInput
                label={editor.link}
                value={make.data.url}
                readOnly
                flex={1}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
              <CopyTextButton value={make.data.url} />
            </Group>
            <Text size="sm" c="dimmed" role="status">
              {formatMessage(editor.linkEnds, { time: exactTime(make.data.expiresAt, language) })}
            </Text>
          </>
        )}
        <PreviewLinks id={id} revoked={({ expiresAt }) => expiresAt === make.data?.expiresAt && make.reset()} />
      </Stack>
    </Modal>
  );
}
