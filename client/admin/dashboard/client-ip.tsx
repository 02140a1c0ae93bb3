import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { checkClientIp, type ClientIpCheck, type ClientIpFault, type ClientIpVerdict } from './check-client-ip.ts';

/** Checks the client IP once per visit of the app. */
export function useClientIpCheck(): ClientIpCheck | undefined {
  return useQuery({ queryKey: ['client-ip'], queryFn: checkClientIp, staleTime: Infinity, retry: false }).data;
}

/** Whether no action is needed. */
export function isClientIpGood(verdict: ClientIpVerdict): boolean {
  return verdict === 'safe' || verdict === 'direct';
}

interface ClientIpAlertProps {
  check: ClientIpCheck | undefined;
  /** Whether the service saw the header only on some requests. */
  isUnchecked: boolean;
}

const Remedy = lazy(async () => ({ default: (await import('./client-ip-remedy.tsx')).ClientIpRemedy }));

/** The problem of the proxy and its fix. Loaded only when there is one. */
export function ClientIpAlert({ check, isUnchecked }: ClientIpAlertProps) {
  const { clientIpHelp } = useTranslations().dashboard;
  const fault = check && check.verdict in clientIpHelp ? (check.verdict as ClientIpFault) : null;
  if (fault === null && !isUnchecked) return null;
  return (
    <Suspense>
      <Remedy fault={fault} header={check?.header || 'cf-connecting-ip'} />
    </Suspense>
  );
}
