import { useEffect, useState } from 'react';

/** The longest timer in milliseconds. Timers pause while a computer sleeps; the clock does not. */
const MAX_TIMEOUT_MS = 60_000;

/** Whether a time is in the future. Renders again when it is reached. */
export function useIsComing(time: string | null): boolean {
  const [, setTick] = useState(0);
  const left = () => (time === null ? 0 : Date.parse(time) - Date.now());
  const isComing = left() > 0;
  useEffect(() => {
    if (!isComing) return undefined;
    const timer = setTimeout(() => setTick((tick) => tick + 1), Math.min(left(), MAX_TIMEOUT_MS));
    return () => clearTimeout(timer);
  });
  return isComing;
}
