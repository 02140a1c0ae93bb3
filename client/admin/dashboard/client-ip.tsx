import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import type { Words } from '../words/en/en.ts';
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

/** A verdict that calls for a change of the proxy. */
export type ClientIpFault = keyof Words['dashboard']['clientIpHelp'];

interface ClientIpAlertProps {
  check: ClientIpCheck | undefined;
  /** Whether the service itself saw the header with some requests only. */
  isUnchecked: boolean;
}

const Remedy = lazy(async () => ({ default: (await import('./client-ip-remedy.tsx')).ClientIpRemedy }));

/** What is wrong with the proxy in front, and the lines that fix it; nothing, and nothing loaded, while it is right. */
export function ClientIpAlert({ check, isUnchecked }: ClientIpAlertProps) {
  const { clientIpHelp } = useWords().dashboard;
  const fault = check && check.verdict in clientIpHelp ? (check.verdict as ClientIpFault) : null;
  if (fault === null && !isUnchecked) return null;
  return (
    <Suspense>
      <Remedy fault={fault} header={check?.header || 'cf-connecting-ip'} />
    </Suspense>
  );
}
