import { useEffect, useState } from 'react';

/**
 * Counts seconds down to 0.
 *
 * @param seconds the start value; undefined stays at 0
 * @param attempt a new value restarts the countdown
 */
export function useCountdown(seconds: number | undefined, attempt: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (seconds === undefined) {
      setLeft(0);
      return undefined;
    }
    const end = Date.now() + seconds * 1000;
    const update = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    update();
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [seconds, attempt]);
  return left;
}
