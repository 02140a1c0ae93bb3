/** A worker did not start; the message says why, in plain words. */
export class WorkerFailed extends Error {}
