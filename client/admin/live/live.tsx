import { useEffect } from 'react';

import { useSession } from '../session/use-session.ts';
import { follow } from './follow.ts';
import { createHandler } from './handle.ts';

/** Keeps the screens up to date while somebody is signed in. */
export function Live() {
  const isIn = useSession() === 'in';
  useEffect(() => (isIn ? follow(createHandler()) : undefined), [isIn]);
  return null;
}
