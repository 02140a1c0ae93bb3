import { useEffect, useState } from 'react';

import { askBeforeSignOut } from './before-sign-out.ts';

type Answer = (leave: boolean) => void;

/**
 * Blocks a sign-out that would lose data.
 *
 * @param isAtRisk called on sign-out; must be a stable function
 * @returns the function that answers; null unless a sign-out is pending
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
