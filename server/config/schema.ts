import { z } from 'zod';

import {
  byteSize,
  databaseUrl,
  duration,
  headerName,
  headerSecret,
  hostToListenOn,
  listOf,
  mediaUrl,
  oneOf,
  originPattern,
  password,
  proxyRange,
  redisUrl,
  s3Url,
  sender,
  siteUrl,
  smtpUrl,
  webUrl,
  wholeNumber,
} from './values.ts';

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
