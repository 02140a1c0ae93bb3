import { Alert, Group, Loader, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { formatNumber } from '../../../../shared/formats.ts';
import { trpc } from '../../api/api.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useLanguage, useTranslations } from '../../translations/translations.ts';
import { errorSentence } from '../../errors/translate-error.ts';
import { MailFrame } from './mail-frame.tsx';

/** The widths of mails in CSS pixels, by device. */
const WIDTHS = { desktop: 700, phone: 375 } as const;
/** Gmail cuts what is longer, in bytes. */
const LONGEST = 102_000;

const parts = ['html', 'text'] as const;
const schemes = ['light', 'dark'] as const;

/** The mail of a post as subscribers get it: its HTML on a desktop or phone, in light or dark, and its text. */
export function MailPreview({ id, close }: { id: string; close: () => void }) {
  const { common, design, newsletter: t } = useTranslations();
  const language = useLanguage();
  const [part, setPart] = useState<(typeof parts)[number]>('html');
  const [device, setDevice] = useState<keyof typeof WIDTHS>('desktop');
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light');
  const { data: mail, error } = useQuery({ ...trpc.mailings.preview.queryOptions({ id }), gcTime: 0, staleTime: 0 });
  const choice = <T extends string>(label: string, value: T, set: (value: T) => void, names: Record<T, string>) => (
    <SegmentedControl<T>
      size="xs"
      aria-label={label}
      data={(Object.keys(names) as T[]).map((one) => ({ value: one, label: names[one] }))}
      value={value}
      onChange={set}
    />
  );
  return (
    <Modal
      opened
      onClose={close}
      title={t.preview}
      size={780}
      centered
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        {error && (
          <Alert color="red" role="alert">
            {errorSentence(error)}
          </Alert>
        )}
        {!mail && !error && <Loader size="sm" aria-label={common.loading} />}
        {mail && (
          <>
            <Stack gap={2}>
              <Text size="sm" fw={600} dir="auto">
                {mail.subject}
              </Text>
              <Text size="sm" c="dimmed" dir="auto" lineClamp={2}>
                {mail.preview}
              </Text>
            </Stack>
            <Group gap="xs">
              {choice(t.part, part, setPart, { html: t.html, text: t.text })}
              {part === 'html' && (
                <>
                  {choice(design.device, device, setDevice, { desktop: design.desktop, phone: design.phone })}
                  {choice(design.scheme, scheme, setScheme, { light: design.light, dark: design.dark })}
                </>
              )}
            </Group>
            {mail.bytes > LONGEST && (
              <Alert color="yellow">
                {formatMessage(t.tooLong, { size: formatNumber(language, Math.round(mail.bytes / 1000)) })}
              </Alert>
            )}
            {part === 'html' ? (
              <MailFrame html={mail.html} width={WIDTHS[device]} scheme={scheme} title={t.preview} />
            ) : (
              <pre className="mail-text" dir="auto">
                {mail.text}
              </pre>
            )}
          </>
        )}
      </Stack>
    </Modal>
  );
}
