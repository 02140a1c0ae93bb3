import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import type { PreviewLink } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { Failure } from '../ui/failure.tsx';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { Time } from '../ui/time.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { exactTime } from './exact-time.ts';

interface PreviewLinksProps {
  /** The id of the post. */
  id: string;
  /** Called when a link was revoked. */
  revoked(link: PreviewLink): void;
}

/** The active preview links of a post. */
export function PreviewLinks({ id, revoked }: PreviewLinksProps) {
  const t = useTranslations().editor;
  const { data, error, refetch } = useQuery(trpc.preview.links.queryOptions({ id }));
  const part = useRef<HTMLElement>(null);
  const revoke = useMutation(
    trpc.preview.revoke.mutationOptions({
      onError: notifyFailure,
      onSuccess() {
        notifyDone(t.linkRevoked);
        // The focused button disappears with its link.
        part.current?.focus();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.preview.links.pathFilter()),
    }),
  );

  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section ref={part} tabIndex={-1} aria-labelledby="preview-links">
      <Title order={3} size="h5" id="preview-links" mb="xs">
        {t.links}
      </Title>
      {data.links.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noLinks}
        </Text>
      )}
      <Stack component="ul" gap="sm" p={0} m={0} aria-labelledby="preview-links">
        {data.links.map((link) => (
          <Row
            key={link.id}
            link={link}
            busy={revoke.isPending}
            revoke={() => revoke.mutate({ id, linkId: link.id }, { onSuccess: () => revoked(link) })}
          />
        ))}
      </Stack>
    </section>
  );
}

function Row({ link, busy, revoke }: { link: PreviewLink; busy: boolean; revoke(): void }) {
  const t = useTranslations().editor;
  const time = exactTime(link.expiresAt, useLanguage());
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm">{formatMessage(t.linkEnds, { time })}</Text>
        <Text size="sm" c="dimmed">
          {t.linkMade} <Time at={link.createdAt} />
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        flex="none"
        disabled={busy}
        onClick={revoke}
        aria-label={formatMessage(t.revokeNamed, { time })}
      >
        {t.revoke}
      </Button>
    </Group>
  );
}
