import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { hasOnlyThreads } from '../place.ts';
import { isTyping } from '../ui/is-typing.ts';
import { places } from './places.tsx';

/** The maximum time between `g` and the next key, in milliseconds. */
export const GO_TO_PAUSE = 1000;

/** Two-key shortcuts for the screens, such as `g` `p` for the posts; `n` creates a new post. */
export function useGoTo(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let pressed = -Infinity;
    function onKey(event: KeyboardEvent): void {
      const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || isTyping(event)) return;
      const place = timeStamp - pressed < GO_TO_PAUSE ? places.find((one) => one.key === key) : undefined;
      pressed = key === 'g' ? timeStamp : -Infinity;
      if (place) void navigate({ to: place.to });
      else if (key === 'n' && !hasOnlyThreads) void navigate({ to: '/posts/new' });
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate]);
}
