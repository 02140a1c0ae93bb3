/** So many errors one page reports at most. */
const MOST = 5;

let reported = 0;

/** Tells the service what goes wrong in browsers, so that its administrator can see it. */
export function reportErrors(): void {
  window.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    report(message, `${filename}:${lineno}:${colno}`, stackOf(error));
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    report(reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason), '', stackOf(reason));
  });
}

function report(message: string, source: string, stack: string): void {
  // Extensions run in the page as well, and their errors are none of ours.
  const isOwn = source.startsWith(location.origin) || stack.includes(`${location.origin}/`);
  if (!isOwn || reported >= MOST) return;
  reported += 1;
  const body = JSON.stringify({ message, source, stack, url: location.origin + location.pathname });
  const headers = { 'Content-Type': 'application/json' };
  fetch('/api/errors', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? '') : '';
}
