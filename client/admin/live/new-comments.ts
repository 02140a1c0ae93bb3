import { createStore } from '../ui/store.ts';

/** The number of comments that came since the queue was read. */
export const newComments = createStore(0);
