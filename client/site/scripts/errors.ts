import { service } from './service.ts';

/** The maximum number of reports per page. */
const MAX_REPORTS = 5;

let reported = 0;

/** Reports errors in browsers to the service, for its administrator. */
export function reportErrors(): void {
  window.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    report(message, `${filename}:${lineno}:${colno}`, errorStack(error));
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    report(reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason), '', errorStack(reason));
  });
}

function report(message: string, source: string, stack: string): void {
  // Ignores errors of browser extensions.
  const isOwn = source.startsWith(location.origin) || stack.includes(`${location.origin}/`);
  if (!isOwn || reported >= MAX_REPORTS) return;
  reported += 1;
  const body = JSON.stringify({ message, source, stack, url: location.origin + location.pathname });
  const headers = { 'Content-Type': 'application/json' };
  fetch(`${service.url}/api/errors`, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}

function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? '') : '';
}
