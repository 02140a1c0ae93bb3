import ipaddr from 'ipaddr.js';

import { canonicalAddress } from '../../routers/base/mail-address.ts';
import { passwordLength } from '../../shared/lengths.ts';
import { siteAddress } from '../../shared/site-address.ts';

// How environment variables are read: each function throws an Error whose message completes the sentence "VARIABLE …".

/** The longest path that the address of a Unix socket can hold, on every system. */
const LONGEST_SOCKET = 103;

export function hostToListenOn(value: string): string {
  const path = /^unix:(.*)$/s.exec(value)?.[1];
  if (path === undefined || (path.startsWith('/') && Buffer.byteLength(path) <= LONGEST_SOCKET)) return value;
  throw new Error(`must be such as unix:/run/octavo.sock, with an absolute path of at most ${LONGEST_SOCKET} bytes`);
}

export function wholeNumber(min: number, max: number) {
  return (value: string) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new Error(`must be a whole number from ${min} to ${max}`);
  };
}

export function oneOf<T extends string>(...values: T[]) {
  return (value: string): T => {
    const known = values.find((one) => one === value);
    if (known !== undefined) return known;
    throw new Error(`must be one of ${values.join(', ')}`);
  };
}

/** Limited to the length that sign-in accepts. */
export function password(value: string): string {
  const { min, max } = passwordLength;
  if (value.length >= min && value.length <= max) return value;
  throw new Error(`must have ${min} to ${max} characters`);
}

/** A secret that callers send in a header, and therefore ASCII. */
export function headerSecret(value: string): string {
  if (/^[ -~]{8,}$/.test(value)) return value;
  throw new Error('must have at least 8 characters, all of them ASCII');
}

export function listOf<T>(parse: (value: string) => T) {
  return (value: string): readonly T[] =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(parse);
}

export function databaseUrl(value: string): string {
  if (/^sqlite:[^]/.test(value)) return value;
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new Error('must be such as sqlite:./data/blog.db or postgres://user:password@host:5432/database');
}

/** `openStorage` checks later whether it can be used. */
export function mediaUrl(value: string): string {
  if (/^file:[^]/.test(value)) return value;
  if (/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^?#]*)?(\?[^]*)?$/.test(value)) return value;
  throw new Error('must be such as file:./data/media or s3://bucket/prefix?endpoint=https://s3.example&region=eu-1');
}

export function s3Url(value: string): string {
  if (value.startsWith('s3:')) return mediaUrl(value);
  throw new Error('must be such as s3://bucket/prefix?endpoint=https://s3.example&region=eu-1');
}

const seconds = { s: 1, m: 60, h: 3600 };

/** In milliseconds; at most the longest delay of a timer. */
export function duration(value: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,6})(s|m|h)$/.exec(value) ?? [];
  const milliseconds = Number(digits) * 1000 * (seconds[unit as keyof typeof seconds] ?? Number.NaN);
  if (milliseconds >= 1000 && milliseconds < 2 ** 31) return milliseconds;
  throw new Error('must be such as 30s, 15m or 24h, and less than 25 days');
}

export function webUrl(value: string): string {
  if (/^https?:\/\/[^?#@]+$/.test(value) && URL.canParse(value)) return value.replace(/(?<!\/)\/+$/, '');
  throw new Error('must be a URL such as https://media.example, without a query');
}

const units = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** In bytes; the columns of the database hold no more than 2 GB. */
export function byteSize(value: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,9}) ?(KB|MB|GB)$/i.exec(value) ?? [];
  const bytes = Number(digits) * (units[unit.toUpperCase() as keyof typeof units] ?? Number.NaN);
  if (bytes >= 1024 && bytes < 2 ** 31) return bytes;
  throw new Error('must be such as 25MB or 500KB, and less than 2GB');
}

export function redisUrl(value: string): string {
  if (/^rediss?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new Error('must be a URL such as redis://localhost:6379');
}

/** Like other URLs, a password is percent-encoded. */
export function smtpUrl(value: string): string {
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

export function sender(value: string): { name: string; address: string } {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(value) ?? [];
  const address = canonicalAddress(bracketed ?? value);
  const plain = name.trim().replace(/^"(.*)"$/, '$1');
  if (address !== null && /^[^"\\\p{Cc}]{0,100}$/u.test(plain)) return { name: plain, address };
  throw new Error('must be an e-mail address such as blog@blog.example, or Harbour notes <blog@blog.example>');
}

export function siteUrl(value: string): string {
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
export function originPattern(value: string): string {
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

export function headerName(value: string): string {
  if (/^[A-Za-z0-9-]+$/.test(value) && value.toLowerCase() !== 'x-forwarded-for') return value.toLowerCase();
  throw new Error('must be the name of a header such as CF-Connecting-IP, and not X-Forwarded-For');
}

export function proxyRange(value: string): string {
  if (['loopback', 'private', 'link-local'].includes(value)) return value;
  const [address = ''] = value.split('/');
  // ipaddr.js would parse "10" as 0.0.0.10.
  const usual = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (usual && (ipaddr.isValidCIDR(value) || ipaddr.isValid(value))) return value;
  throw new Error('must hold IP addresses, ranges such as 10.0.0.0/8, or the words loopback, private, link-local');
}
