/** Whether there is a network, on which nobody has to save data. */
export function maySpend(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return navigator.onLine && connection?.saveData !== true;
}
