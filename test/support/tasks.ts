import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds on the processor. */
  tdur?: number;
  args: { name?: string };
}

/**
 * The tasks of a page's main thread while it does something, each as milliseconds on the processor: what it waits for the
 * processor on a busy machine does not count.
 */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  return traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && mainThreads.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
}
