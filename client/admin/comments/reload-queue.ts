import { queryClient } from '../api/api.ts';
import { newComments } from '../live/new-comments.ts';
import { refreshOthers } from './cache.ts';
import { QUEUE } from '../api/query-keys.ts';

/** Reads the queue again from its beginning. */
export function reloadQueue(): void {
  newComments.set(0);
  void queryClient.resetQueries({ queryKey: [QUEUE] });
  refreshOthers();
}
