import { createStore } from '../ui/store.ts';

/** Whether the last request got no response. */
export const offline = createStore(false);
