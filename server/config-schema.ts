import ipaddr from 'ipaddr.js';
import { z } from 'zod';

import { passwordLength } from '../shared/lengths.ts';

/**
 * The environment variables of the service: how each is read, its default as text (`prefault`), and what it means.
 * docs/configuration.md is generated from this (`npm run docs`).
 */
export const variables = {
  HOST: text(String).prefault('127.0.0.1').meta({
    description: 'The IP address or host name to listen on. `0.0.0.0` listens on all IPv4 addresses.',
  }),
  PORT: text(wholeNumber(0, 65_535)).prefault('3000').meta({
    description: 'The port to listen on, 0 to 65535. `0` takes a free one.',
  }),
  DATABASE_URL: text(databaseUrl).prefault('sqlite:./data/blog.db').meta({
    description: 'An SQLite file, or PostgreSQL as `postgres://user:password@host:5432/database`.',
  }),
  REDIS_URL: optional(redisUrl).meta({
    description:
      'Redis for the counters of limits, such as `redis://localhost:6379`. Without it each instance counts for itself.',
  }),
  WORKERS: optional(wholeNumber(1, 64)).meta({
    description:
      'Obsolete: one process serves, whatever the value. For more cores or machines see [scaling](scaling.md).',
  }),
  SITE: text(onOrOff).prefault('on').meta({
    description: '`off` serves no pages, for a front end of your own. Feeds, the interface and the app stay.',
  }),
  THEME_DIR: optional(String).meta({ description: 'A folder with templates of your own; see [themes](themes.md).' }),
  SITE_URL: optional(origin).meta({
    description:
      'The public address of the blog without a path, such as `https://blog.example`. Takes precedence over the setting.',
  }),
  SETUP_KEY: optional(headerSecret).meta({
    description:
      'A secret of at least 8 ASCII characters. First-time set-up requires it as `X-Setup-Key`, and it lets the owner sign in during a login cooldown.',
  }),
  ADMIN_PASSWORD: optional(password).meta({
    description: 'The first password, 8 to 200 characters. Read only while there is no administrator.',
  }),
  CLIENT_IP_HEADER: text(headerName).prefault('CF-Connecting-IP').meta({
    description:
      'The header in which a trusted proxy sends the client IP; see [behind a proxy](operating.md#behind-a-proxy).',
  }),
  TRUSTED_PROXIES: text(listOf(proxyRange)).prefault('loopback,private,link-local').meta({
    description:
      'The proxies whose client-IP header is believed: IP addresses, ranges such as `10.0.0.0/8`, or the words of the default, separated by commas.',
  }),
  CORS_ORIGINS: text(listOf(origin)).prefault('').meta({
    description: 'Further origins whose pages may read and comment, separated by commas.',
  }),
  CDN_MAX_AGE: text(wholeNumber(0, 31_536_000)).prefault('0').meta({
    description: 'Seconds for which a CDN may serve public responses without asking.',
  }),
  LOGIN_LIMITER: text(oneOf('database', 'edge')).prefault('database').meta({
    description: '`edge` replaces the tiers of the login limiter by 10 sign-ins a minute for each instance.',
  }),
  METRICS_TOKEN: optional(headerSecret).meta({
    description: 'The bearer token for `/metrics`, at least 8 ASCII characters. Without it the page does not exist.',
  }),
  LOG_LEVEL: text(oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'))
    .prefault('info')
    .meta({
      description: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    }),
};

/** @param parse throws an Error that ends the sentence "VARIABLE …" */
function text<T>(parse: (value: string) => T) {
  return z.string().transform((value, { addIssue }) => {
    try {
      return parse(value);
    } catch (error) {
      addIssue((error as Error).message);
      return z.NEVER;
    }
  });
}

/** As `text`, and null when the variable is absent. */
function optional<T>(parse: (value: string) => T) {
  return text(parse).nullable().prefault(null);
}

function wholeNumber(min: number, max: number) {
  return (value: string) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new Error(`must be a whole number from ${min} to ${max}`);
  };
}

function oneOf<T extends string>(...values: T[]) {
  return (value: string): T => {
    const known = values.find((one) => one === value);
    if (known !== undefined) return known;
    throw new Error(`must be one of ${values.join(', ')}`);
  };
}

function onOrOff(value: string): boolean {
  return oneOf('on', 'off')(value) === 'on';
}

/** Longer ones could not sign in. */
function password(value: string): string {
  const { min, max } = passwordLength;
  if (value.length >= min && value.length <= max) return value;
  throw new Error(`must have ${min} to ${max} characters`);
}

/** A secret that callers send in a header; headers carry only ASCII reliably. */
function headerSecret(value: string): string {
  if (/^[ -~]{8,}$/.test(value)) return value;
  throw new Error('must have at least 8 characters, all of them ASCII');
}

function listOf<T>(parse: (value: string) => T) {
  return (value: string): readonly T[] =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(parse);
}

function databaseUrl(value: string): string {
  if (/^sqlite:[^]/.test(value)) return value;
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new Error('must be such as sqlite:./data/blog.db or postgres://user:password@host:5432/database');
}

function redisUrl(value: string): string {
  if (/^rediss?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new Error('must be a URL such as redis://localhost:6379');
}

function origin(value: string): string {
  if (URL.canParse(value)) {
    const url = new URL(value);
    if (/^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@]/.test(value)) return url.origin;
  }
  throw new Error('must be a URL such as https://blog.example, without a path');
}

function headerName(value: string): string {
  if (/^[A-Za-z0-9-]+$/.test(value) && value.toLowerCase() !== 'x-forwarded-for') return value.toLowerCase();
  throw new Error('must be the name of a header such as CF-Connecting-IP, and not X-Forwarded-For');
}

function proxyRange(value: string): string {
  if (['loopback', 'private', 'link-local'].includes(value)) return value;
  const [address = ''] = value.split('/');
  // ipaddr.js would take "10" for 0.0.0.10.
  const usual = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (usual && (ipaddr.isValidCIDR(value) || ipaddr.isValid(value))) return value;
  throw new Error('must hold IP addresses, ranges such as 10.0.0.0/8, or the words loopback, private, link-local');
}
