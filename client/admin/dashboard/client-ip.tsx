import { Alert, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import { checkClientIp, type ClientIpCheck, type ClientIpVerdict } from './check-client-ip.ts';

/** Made once for each visit of the app. */
export function useClientIpCheck(): ClientIpCheck | undefined {
  return useQuery({ queryKey: ['client-ip'], queryFn: checkClientIp, staleTime: Infinity, retry: false }).data;
}

/** Whether nothing has to be done about it. */
export function isClientIpGood(verdict: ClientIpVerdict): boolean {
  return verdict === 'safe' || verdict === 'direct';
}

interface ClientIpAlertProps {
  check: ClientIpCheck | undefined;
  /** Whether the service itself saw the header with some requests only. */
  isUnchecked: boolean;
}

/** What is wrong with the proxy in front, and the lines that fix it; nothing while it is right. */
export function ClientIpAlert({ check, isUnchecked }: ClientIpAlertProps) {
  const { clientIpHelp, notices } = useWords().dashboard;
  const header = nameOf(check?.header || 'cf-connecting-ip');
  const found = check && check.verdict in clientIpHelp ? (check.verdict as keyof typeof clientIpHelp) : null;
  if (found === null && !isUnchecked) return null;
  return (
    <Alert color="orange" mb="md">
      <Text size="sm">{found === null ? notices.CLIENT_IP_UNCHECKED : fill(clientIpHelp[found], { header })}</Text>
      {remedies(header).map(([proxy, line]) => (
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

/** The usual spelling: the service gives names in lower case. */
function nameOf(header: string): string {
  return header === 'cf-connecting-ip' ? 'CF-Connecting-IP' : header;
}
