import { useEffect, useState } from 'react';

/** The longest that a browser waits, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Whether a moment is yet to come; draws anew when it has. */
export function useIsComing(moment: string | null): boolean {
  const [, draw] = useState(0);
  const left = moment === null ? 0 : Date.parse(moment) - Date.now();
  const isComing = left > 0;
  useEffect(() => {
    if (!isComing) return undefined;
    const timer = setTimeout(() => draw((count) => count + 1), Math.min(left, LONGEST));
    return () => clearTimeout(timer);
  });
  return isComing;
}
