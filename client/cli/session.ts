import type { Command } from 'commander';

import { VERSION } from '../../shared/version.ts';
import { createBlogClient, type BlogClient } from '../index.ts';
import { UsageError } from './failures.ts';
import { print, printJson } from './output.ts';
import { readKept } from './token-file.ts';

/** A person waits at the terminal, so an unreachable service must fail within seconds. */
const RETRY = { attempts: 3, maxWait: 20 };

/** The context of every command. */
export interface Session {
  /** The URL of the service without a trailing slash. */
  url: string;
  client: BlogClient;
  token: string | undefined;
  json: boolean;
  /** Prints the result: the value with --json, otherwise the text. */
  answer(value: object, text: string): void;
}

/**
 * Finds the service and the token for a command. The URL is that of --url, OCTAVO_URL, the last sign-in, or this
 * machine. The token is OCTAVO_TOKEN, or the one stored for exactly this URL.
 *
 * @param setupKey sent to the service, only by the commands that need it
 * @throws UsageError for an invalid URL
 */
export async function openSession(command: Command, setupKey?: string): Promise<Session> {
  const { json = false, url: option } = command.optsWithGlobals<{ json?: boolean; url?: string }>();
  const kept = await readKept();
  const url = normalUrl(option ?? (process.env['OCTAVO_URL'] || (kept.url ?? 'http://127.0.0.1:3000')));
  const token = process.env['OCTAVO_TOKEN'] || kept.tokens[url];
  const client = createBlogClient({ url, token, setupKey, fetch: fetchAsOctavo, retry: RETRY });
  return { url, client, token, json, answer: (value, text) => (json ? printJson(value) : print(text)) };
}

/** The name of this program in the list of sessions. */
function fetchAsOctavo(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('user-agent', `octavo/${VERSION}`);
  return fetch(input, { ...init, headers });
}

function normalUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(`"${text}" is not a URL such as https://blog.example.`);
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}
