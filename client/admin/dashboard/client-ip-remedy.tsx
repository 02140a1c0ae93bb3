import { Alert, Code, Text } from '@mantine/core';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import type { ClientIpFault } from './check-client-ip.ts';

/**
 * The problem of the proxy, and the configuration that fixes it.
 *
 * @param fault null if only the service detected a problem
 */
export function ClientIpRemedy({ fault, header }: { fault: ClientIpFault | null; header: string }) {
  const { clientIpHelp, notices } = useTranslations().dashboard;
  const name = usualSpelling(header);
  return (
    <Alert color="orange" mb="md">
      <Text size="sm">
        {fault === null ? notices.CLIENT_IP_UNCHECKED : formatMessage(clientIpHelp[fault], { header: name })}
      </Text>
      {remedies(name).map(([proxy, line]) => (
        <div key={proxy}>
          <Text size="sm" fw={500} mt="xs">
            {proxy}
          </Text>
          <Code block tabIndex={0}>
            {line}
          </Code>
        </div>
      ))}
    </Alert>
  );
}

function remedies(header: string): [proxy: string, line: string][] {
  return [
    ['nginx', `proxy_set_header ${header} $remote_addr;`],
    ['Caddy', `header_up ${header} {remote_host}`],
    ['Apache', `RequestHeader set ${header} "expr=%{REMOTE_ADDR}"`],
  ];
}

/** The usual spelling of a lower-case name. */
function usualSpelling(header: string): string {
  return header === 'cf-connecting-ip' ? 'CF-Connecting-IP' : header;
}
