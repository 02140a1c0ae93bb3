import { Alert, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { LinkTo } from '../ui/link-to.tsx';

/** The variables that enable mail. */
const VARIABLES = `SMTP_URL=smtp://user:password@mail.example:587
MAIL_FROM=My blog <blog@blog.example>`;

/** The settings that are missing before posts can be mailed; nothing if none is missing. */
export function Requirements() {
  const { frame, settings, subscribers: t } = useTranslations();
  const { data: mail } = useQuery(trpc.admin.mail.queryOptions());
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  if (mail?.configured === false) {
    return (
      <Alert color="orange">
        <Text fw={600}>{t.noMail}</Text>
        <Text size="sm" mb="xs">
          {t.noMailHelp}
        </Text>
        <Code block tabIndex={0}>
          {VARIABLES}
        </Code>
      </Alert>
    );
  }
  if (!mail || site?.siteUrl !== '') return null;
  return (
    <Alert color="orange">
      <Text fw={600}>{t.noAddress}</Text>
      <Text size="sm">
        {t.noAddressHelp}{' '}
        <LinkTo to="/settings" search={{ part: 'site' }} size="sm" underline="always" c="inherit">
          {`${frame.settings} › ${settings.parts.site}`}
        </LinkTo>
      </Text>
    </Alert>
  );
}
