/** The query keys of queues and threads. */
export const QUEUE = 'comments-queue';
export const THREAD = 'comments-thread';
