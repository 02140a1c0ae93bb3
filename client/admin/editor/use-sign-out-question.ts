import { useEffect, useState } from 'react';

import { askBeforeSignOut } from '../session/before-sign-out.ts';

type Answer = (leave: boolean) => void;

/**
 * Stops a sign-out while something would be lost by it.
 *
 * @param isAtRisk is asked at that moment; the same function at every draw
 * @returns what answers; null while nobody signs out
 */
export function useSignOutQuestion(isAtRisk: () => boolean): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    function ask(): Promise<boolean> {
      if (!isAtRisk()) return Promise.resolve(true);
      return new Promise((resolve) => {
        setAnswer(() => (leave: boolean) => {
          setAnswer(null);
          resolve(leave);
        });
      });
    }
    return askBeforeSignOut(ask);
  }, [isAtRisk]);
  return answer;
}
