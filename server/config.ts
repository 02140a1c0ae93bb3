import ipaddr from 'ipaddr.js';

import { PASSWORD_LENGTH } from '../routers/admin/passwords.ts';

/** What the environment decides. Read once at start; nothing else reads the environment. */
export interface Config {
  host: string;
  port: number;
  databaseUrl: string;
  redisUrl: string | null;
  /** Obsolete: one process serves, whatever the value. */
  workers: number | null;
  site: boolean;
  themeDir: string | null;
  siteUrl: string | null;
  setupKey: string | null;
  adminPassword: string | null;
  clientIpHeader: string;
  trustedProxies: readonly string[];
  corsOrigins: readonly string[];
  /** Seconds that a CDN may keep public answers. */
  cdnMaxAge: number;
  loginLimiter: 'database' | 'edge';
  metricsToken: string | null;
  logLevel: string;
}

/** Everything that is wrong with the environment, one line for each variable. */
export class BadConfig extends Error {}

/**
 * Reads the environment.
 *
 * @param env such as process.env; an empty value means absent
 * @throws BadConfig with a line for every wrong variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const wrong: string[] = [];

  function read<T, D>(name: string, fallback: D, parse: (text: string) => T): T | D {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return fallback;
    try {
      return parse(text);
    } catch (error) {
      wrong.push(`${name} ${(error as Error).message}.`);
      return fallback;
    }
  }

  const config: Config = {
    host: read('HOST', '127.0.0.1', String),
    port: read('PORT', 3000, wholeNumber(0, 65_535)),
    databaseUrl: read('DATABASE_URL', 'sqlite:./data/blog.db', databaseUrl),
    redisUrl: read('REDIS_URL', null, redisUrl),
    workers: read('WORKERS', null, wholeNumber(1, 64)),
    site: read('SITE', 'on', oneOf('on', 'off')) === 'on',
    themeDir: read('THEME_DIR', null, String),
    siteUrl: read('SITE_URL', null, origin),
    setupKey: read('SETUP_KEY', null, headerSecret),
    adminPassword: read('ADMIN_PASSWORD', null, password),
    clientIpHeader: read('CLIENT_IP_HEADER', 'cf-connecting-ip', headerName),
    trustedProxies: read('TRUSTED_PROXIES', ['loopback', 'private', 'link-local'], listOf(proxyRange)),
    corsOrigins: read('CORS_ORIGINS', [], listOf(origin)),
    cdnMaxAge: read('CDN_MAX_AGE', 0, wholeNumber(0, 31_536_000)),
    loginLimiter: read('LOGIN_LIMITER', 'database', oneOf('database', 'edge')),
    metricsToken: read('METRICS_TOKEN', null, headerSecret),
    logLevel: read('LOG_LEVEL', 'info', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
  };
  if (wrong.length > 0) throw new BadConfig(wrong.join('\n'));
  return config;
}

function wholeNumber(min: number, max: number) {
  return (text: string) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new Error(`must be a whole number from ${min} to ${max}`);
  };
}

function oneOf<T extends string>(...values: T[]) {
  return (text: string): T => {
    const value = values.find((one) => one === text);
    if (value !== undefined) return value;
    throw new Error(`must be one of ${values.join(', ')}`);
  };
}

/** Longer ones could not sign in. */
function password(text: string): string {
  const { min, max } = PASSWORD_LENGTH;
  if (text.length >= min && text.length <= max) return text;
  throw new Error(`must have ${min} to ${max} characters`);
}

/** What callers send in a header, which carries nothing but ASCII reliably. */
function headerSecret(text: string): string {
  if (/^[ -~]{8,}$/.test(text)) return text;
  throw new Error('must have at least 8 characters, all of them ASCII');
}

function listOf<T>(parse: (text: string) => T) {
  return (text: string): T[] =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(parse);
}

function databaseUrl(text: string): string {
  if (/^sqlite:[^]/.test(text)) return text;
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new Error('must be such as sqlite:./data/blog.db or postgres://user:password@host:5432/database');
}

function redisUrl(text: string): string {
  if (/^rediss?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new Error('must be an address such as redis://localhost:6379');
}

function origin(text: string): string {
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (/^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@]/.test(text)) return url.origin;
  }
  throw new Error('must be an address such as https://blog.example, without a path');
}

function headerName(text: string): string {
  if (/^[A-Za-z0-9-]+$/.test(text) && text.toLowerCase() !== 'x-forwarded-for') return text.toLowerCase();
  throw new Error('must be the name of a header such as CF-Connecting-IP, and not X-Forwarded-For');
}

function proxyRange(text: string): string {
  if (['loopback', 'private', 'link-local'].includes(text)) return text;
  const [address = ''] = text.split('/');
  // ipaddr.js would take "10" for 0.0.0.10.
  const usual = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (usual && (ipaddr.isValidCIDR(text) || ipaddr.isValid(text))) return text;
  throw new Error('must hold addresses, ranges such as 10.0.0.0/8, or the words loopback, private, link-local');
}
