import { start } from './processes.ts';

/** What one run sends, over all its connections, as fast as answers come. */
export interface Job {
  /** With the path. */
  url: string;
  /** The server's process, whose processor time is taken. */
  pid: number;
  /** Sent with every request, besides a client address. */
  headers: Record<string, string>;
  /** Every answer must have it. */
  status: number;
  /** How many requests a minute one client address may make. */
  limit: number;
  /** When given, comments are written, in turns on these posts; `url` is the server's then. */
  commentOn?: string[];
  /** Seconds before the measurement. */
  warmUp: number;
  /** Seconds of the measurement. */
  seconds: number;
  /** Another one for each run, 0 to 254: its clients' addresses are its own. */
  block: number;
}

export interface Measured {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** The server's processor time for one request, in microseconds; NaN where it cannot be told. */
  processor: number;
  /** Which share of its core the server kept busy, and the load program of its own: 0 to 1. */
  busy: number;
  loadBusy: number;
  /** All requests, those of the warm-up too, and how many of them got another status or none. */
  requests: number;
  unexpected: number;
}

/** How many connections each run has. */
export const CONNECTIONS = 50;

/** Starts the process that makes the load; it takes one run after the other. */
export function startLoad(): (job: Job) => Promise<Measured> {
  const process = start(new URL('loader.ts', import.meta.url), { core: 'load', channel: true });
  return async (job) => {
    const answer = await process.ask<Measured | { failure: string }>(job);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer;
  };
}
