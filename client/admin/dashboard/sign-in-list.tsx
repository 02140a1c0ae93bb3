import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { deviceName } from '../ui/device-name.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { Time } from '../ui/time.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

type NewDevice = BlogOutputs['admin']['newDevices']['devices'][number];

/** The new sign-ins, which the owner confirms or ends. */
export function SignInList({ devices }: { devices: readonly NewDevice[] }) {
  const { dashboard: t, settings } = useTranslations();
  const list = useRef<HTMLUListElement>(null);
  const settled = {
    onError: notifyFailure,
    async onSettled() {
      await queryClient.invalidateQueries(trpc.admin.pathFilter());
      // The button disappears with its line, so the list or the page gets the focus.
      const { devices: left = [] } = queryClient.getQueryData(trpc.admin.newDevices.queryKey()) ?? {};
      (left.length > 0 ? list.current : document.getElementById('main'))?.focus();
    },
  };
  const confirm = useMutation(trpc.admin.confirmDevice.mutationOptions(settled));
  const end = useMutation(
    trpc.admin.endDevice.mutationOptions({ ...settled, onSuccess: () => notifyDone(settings.ended) }),
  );

  return (
    <Paper component="section" aria-labelledby="new-sign-ins" withBorder p="lg">
      <Title order={2} size="h4" id="new-sign-ins">
        {t.newSignIns}
      </Title>
      <Text c="dimmed" mb="md">
        {t.newSignInsHelp}{' '}
        <LinkTo to="/settings" search={{ part: 'account' }} c="inherit" underline="always">
          {t.changePassword}
        </LinkTo>
      </Text>
      <ul className="lines" ref={list} tabIndex={-1} aria-labelledby="new-sign-ins">
        {devices.map((device) => (
          <Line
            key={device.id}
            device={device}
            busy={confirm.isPending || end.isPending}
            confirm={() => confirm.mutate({ id: device.id })}
            end={() => end.mutate({ id: device.id })}
          />
        ))}
      </ul>
    </Paper>
  );
}

interface LineProps {
  device: NewDevice;
  busy: boolean;
  confirm: () => void;
  end: () => void;
}

function Line({ device: { device, signedInAt, sessions, current }, busy, confirm, end }: LineProps) {
  const all = useTranslations();
  const { dashboard: t, settings } = all;
  const name = deviceName(device, all);
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Group gap="xs">
        <Text>
          {formatMessage(t.newSignIn, { device: name })}, <Time at={signedInAt} />
        </Text>
        {current === 1 && (
          <Badge variant="light" tt="none">
            {settings.thisSession}
          </Badge>
        )}
        {sessions === 0 && <Text c="dimmed">{t.sessionOver}</Text>}
      </Group>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={busy} onClick={confirm} aria-label={`${t.itWasMe}: ${name}`}>
          {t.itWasMe}
        </Button>
        {sessions > 0 && current === 0 && (
          <Button
            size="xs"
            color="red.9"
            disabled={busy}
            onClick={end}
            aria-label={formatMessage(settings.endNamed, { device: name })}
          >
            {settings.end}
          </Button>
        )}
      </Group>
    </Group>
  );
}
