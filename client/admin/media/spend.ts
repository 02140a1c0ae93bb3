/** Whether there is a network connection without data saving. */
export function maySpend(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return navigator.onLine && connection?.saveData !== true;
}
