import ipaddr from 'ipaddr.js';
import { z } from 'zod';

import { canonicalAddress } from '../../routers/base/mail-address.ts';
import { passwordLength } from '../../shared/lengths.ts';
import { siteAddress } from '../../shared/site-address.ts';

/**
 * The environment variables of the service: how each is read, its default as text (`prefault`), and what it means.
 * docs/configuration.md is generated from this (`npm run docs`).
 */
export const variables = {
  HOST: text(hostToListenOn).prefault('127.0.0.1').meta({
    description:
      'The IP address or host name to listen on. `0.0.0.0` listens on all IPv4 addresses, `unix:/run/octavo.sock` on a [Unix socket](operating.md#a-unix-socket).',
  }),
  PORT: text(wholeNumber(0, 65_535)).prefault('3000').meta({
    description: 'The port to listen on, 0 to 65535. `0` takes a free one.',
  }),
  DATABASE_URL: text(databaseUrl).prefault('sqlite:./data/blog.db').meta({
    description: 'An SQLite file, or PostgreSQL as `postgres://user:password@host:5432/database`.',
  }),
  MEDIA_URL: text(mediaUrl).prefault('file:./data/media').meta({
    description:
      'Where uploaded files are stored: a folder, or `s3://bucket/prefix?endpoint=https://…&region=…`; see [uploaded files](operating.md#uploaded-files).',
  }),
  MEDIA_PUBLIC_URL: optional(webUrl).meta({
    description:
      'The URL of a CDN or bucket that serves the stored files, such as `https://media.example`. Pages then link to it.',
  }),
  UPLOAD_MAX_IMAGE: text(byteSize).prefault('25MB').meta({
    description:
      'The largest image that may be uploaded: a number with `KB`, `MB` or `GB` (powers of 1024), less than `2GB`.',
  }),
  UPLOAD_MAX_FILE: text(byteSize).prefault('200MB').meta({
    description: 'The largest other file that may be uploaded, in the same form.',
  }),
  AWS_ACCESS_KEY_ID: optional(String).meta({ description: 'The access key of the S3 storage in `MEDIA_URL`.' }),
  AWS_SECRET_ACCESS_KEY: optional(String).meta({ description: 'Its secret.' }),
  AWS_SESSION_TOKEN: optional(String).meta({ description: 'Its session token, for temporary credentials.' }),
  AWS_REGION: optional(String).meta({
    description: 'The region of the bucket, unless `MEDIA_URL` names it. Without either: `us-east-1`.',
  }),
  BACKUP_DIR: optional(String).meta({
    description: 'A folder for [backups](operating.md#automatic-backups), preferably on another disk.',
  }),
  BACKUP_S3: optional(s3Url).meta({
    description: 'A bucket for them instead, as `s3://bucket/prefix?endpoint=https://…&region=…`. It must be private.',
  }),
  BACKUP_AWS_ACCESS_KEY_ID: optional(String).meta({
    description: 'The access key of that bucket, unless it is `AWS_ACCESS_KEY_ID`.',
  }),
  BACKUP_AWS_SECRET_ACCESS_KEY: optional(String).meta({ description: 'Its secret.' }),
  BACKUP_EVERY: text(duration).prefault('24h').meta({
    description: 'The time from one backup to the next: a number with `s`, `m` or `h`.',
  }),
  BACKUP_KEEP: text(wholeNumber(1, 10_000)).prefault('14').meta({
    description: 'How many backups are kept; older ones are deleted after a new one was made.',
  }),
  REDIS_URL: optional(redisUrl).meta({
    description:
      'Redis for the counters of limits, such as `redis://localhost:6379`. Without it each instance counts for itself.',
  }),
  WORKERS: optional(wholeNumber(1, 64)).meta({
    description:
      'Obsolete: one process serves, whatever the value. For more cores or machines see [scaling](scaling.md).',
  }),
  SITE: text(oneOf('on', 'off', 'threads'))
    .prefault('on')
    .meta({
      description:
        '`off` serves no pages, for a front end of your own. Feeds, the interface and the app stay. `threads` serves only the comments of other sites: no pages, feeds and sitemap of a blog; see [comments for a static site](static-sites.md#1-start-the-service).',
    }),
  THEME_DIR: optional(String).meta({ description: 'A folder with templates of your own; see [themes](themes.md).' }),
  SITE_URL: optional(siteUrl).meta({
    description:
      'The public address of the blog, such as `https://blog.example`, or `https://example.org/blog` for a blog [below a path](operating.md#below-a-path). Takes precedence over the setting.',
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
  COUNTRY_HEADER: optional(headerName).meta({
    description:
      'The header in which a trusted proxy sends the country of the client as two letters, such as `CF-IPCountry`. Without it, the [statistics](operating.md#statistics) have no countries.',
  }),
  CORS_ORIGINS: text(listOf(originPattern)).prefault('').meta({
    description:
      'Further origins whose pages may read and comment, separated by commas. `https://*.example.org` stands for every subdomain at any depth, but not for `https://example.org` itself.',
  }),
  CDN_MAX_AGE: text(wholeNumber(0, 31_536_000)).prefault('0').meta({
    description: 'Seconds for which a CDN may serve public responses without asking.',
  }),
  LOGIN_LIMITER: text(oneOf('database', 'edge')).prefault('database').meta({
    description: '`edge` replaces the tiers of the login limiter by 10 sign-ins a minute for each instance.',
  }),
  SECOND_FACTOR_REQUIRED: text(oneOf('false', 'true')).prefault('false').meta({
    description: '`true` requires a second factor of the owner; see [second factor](operating.md#second-factor).',
  }),
  WEBHOOK_PRIVATE: text(oneOf('refuse', 'allow')).prefault('refuse').meta({
    description:
      '`allow` lets webhooks and webmentions reach addresses of this machine and of private networks; see [webhooks](webhooks.md).',
  }),
  SMTP_URL: optional(smtpUrl).meta({
    description:
      'The server that sends mail, such as `smtp://user:password@mail.example:587` or `smtps://…:465`; see [mail](mail.md).',
  }),
  MAIL_FROM: optional(sender).meta({
    description: 'The sender of all mail, such as `blog@blog.example` or `Harbour notes <blog@blog.example>`.',
  }),
  MAIL_RATE: text(wholeNumber(1, 100_000)).prefault('60').meta({
    description: 'How many mails a minute are sent to subscribers.',
  }),
  MAIL_CONFIRMATIONS: text(wholeNumber(1, 100_000)).prefault('200').meta({
    description:
      'How many mails an hour ask visitors to confirm their address. Further ones wait, for a day at most; see [mail](mail.md#against-misuse).',
  }),
  METRICS_TOKEN: optional(headerSecret).meta({
    description: 'The bearer token for `/metrics`, at least 8 ASCII characters. Without it the page does not exist.',
  }),
  LOG_FORMAT: optional(oneOf('json', 'pretty')).meta({
    description:
      '`json` or `pretty`: one JSON object a line, or lines for people. Default: `pretty` on a terminal, else `json`.',
  }),
  LOG_LEVEL: text(oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'))
    .prefault('info')
    .meta({
      description: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    }),
};

/** @param parse throws an Error whose message completes the sentence "VARIABLE …" */
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

/** Like `text`, but null when the variable is absent. */
function optional<T>(parse: (value: string) => T) {
  return text(parse).nullable().prefault(null);
}

/** The longest path that the address of a Unix socket can hold, on every system. */
const LONGEST_SOCKET = 103;

function hostToListenOn(value: string): string {
  const path = /^unix:(.*)$/s.exec(value)?.[1];
  if (path === undefined || (path.startsWith('/') && Buffer.byteLength(path) <= LONGEST_SOCKET)) return value;
  throw new Error(`must be such as unix:/run/octavo.sock, with an absolute path of at most ${LONGEST_SOCKET} bytes`);
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

/** Limited to the length that sign-in accepts. */
function password(value: string): string {
  const { min, max } = passwordLength;
  if (value.length >= min && value.length <= max) return value;
  throw new Error(`must have ${min} to ${max} characters`);
}

/** A secret that callers send in a header, and therefore ASCII. */
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

/** `openStorage` checks later whether it can be used. */
function mediaUrl(value: string): string {
  if (/^file:[^]/.test(value)) return value;
  if (/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^?#]*)?(\?[^]*)?$/.test(value)) return value;
  throw new Error('must be such as file:./data/media or s3://bucket/prefix?endpoint=https://s3.example&region=eu-1');
}

function s3Url(value: string): string {
  if (value.startsWith('s3:')) return mediaUrl(value);
  throw new Error('must be such as s3://bucket/prefix?endpoint=https://s3.example&region=eu-1');
}

const seconds = { s: 1, m: 60, h: 3600 };

/** In milliseconds; at most the longest delay of a timer. */
function duration(value: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,6})(s|m|h)$/.exec(value) ?? [];
  const milliseconds = Number(digits) * 1000 * (seconds[unit as keyof typeof seconds] ?? Number.NaN);
  if (milliseconds >= 1000 && milliseconds < 2 ** 31) return milliseconds;
  throw new Error('must be such as 30s, 15m or 24h, and less than 25 days');
}

function webUrl(value: string): string {
  if (/^https?:\/\/[^?#@]+$/.test(value) && URL.canParse(value)) return value.replace(/(?<!\/)\/+$/, '');
  throw new Error('must be a URL such as https://media.example, without a query');
}

const units = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** In bytes; the columns of the database hold no more than 2 GB. */
function byteSize(value: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,9}) ?(KB|MB|GB)$/i.exec(value) ?? [];
  const bytes = Number(digits) * (units[unit.toUpperCase() as keyof typeof units] ?? Number.NaN);
  if (bytes >= 1024 && bytes < 2 ** 31) return bytes;
  throw new Error('must be such as 25MB or 500KB, and less than 2GB');
}

function redisUrl(value: string): string {
  if (/^rediss?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new Error('must be a URL such as redis://localhost:6379');
}

/** Like other URLs, a password is percent-encoded. */
function smtpUrl(value: string): string {
  const url = /^smtps?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : null;
  if (url && url.hostname !== '' && /^\/?$/.test(url.pathname) && !/[?#]/.test(value) && isDecodable(url)) return value;
  throw new Error(
    'must be a URL such as smtp://user:password@mail.example:587, with special characters percent-encoded',
  );
}

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== '' || username === '';
  } catch {
    return false;
  }
}

function sender(value: string): { name: string; address: string } {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(value) ?? [];
  const address = canonicalAddress(bracketed ?? value);
  const plain = name.trim().replace(/^"(.*)"$/, '$1');
  if (address !== null && /^[^"\\\p{Cc}]{0,100}$/u.test(plain)) return { name: plain, address };
  throw new Error('must be an e-mail address such as blog@blog.example, or Harbour notes <blog@blog.example>');
}

function siteUrl(value: string): string {
  const address = siteAddress(value);
  if (address !== null) return address;
  throw new Error('must be a URL such as https://blog.example or https://example.org/blog');
}

function origin(value: string): string {
  if (URL.canParse(value)) {
    const url = new URL(value);
    if (/^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@*]/.test(value)) return url.origin;
  }
  throw new Error('must be an origin such as https://app.example');
}

/** An origin, or `https://*.example.org`. A public suffix such as `https://*.com` is rejected. */
function originPattern(value: string): string {
  const [, scheme = '', host] = /^(https?:\/\/)\*\.(.+)$/i.exec(value) ?? [];
  try {
    const { protocol, hostname, host: rest } = new URL(origin(scheme + (host ?? value)));
    if (host === undefined) return `${protocol}//${rest}`;
    const isDomain = /^(?:.+\.)?[a-z][^.]*$/.test(hostname);
    if (isDomain && (hostname.includes('.') || hostname === 'localhost')) return `${protocol}//*.${rest}`;
  } catch {
    // The error below is more precise.
  }
  throw new Error('must hold origins such as https://app.example, or https://*.app.example for all subdomains');
}

function headerName(value: string): string {
  if (/^[A-Za-z0-9-]+$/.test(value) && value.toLowerCase() !== 'x-forwarded-for') return value.toLowerCase();
  throw new Error('must be the name of a header such as CF-Connecting-IP, and not X-Forwarded-For');
}

function proxyRange(value: string): string {
  if (['loopback', 'private', 'link-local'].includes(value)) return value;
  const [address = ''] = value.split('/');
  // ipaddr.js would parse "10" as 0.0.0.10.
  const usual = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (usual && (ipaddr.isValidCIDR(value) || ipaddr.isValid(value))) return value;
  throw new Error('must hold IP addresses, ranges such as 10.0.0.0/8, or the words loopback, private, link-local');
}
