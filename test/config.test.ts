import { expect } from 'chai';

import { defaultSettings } from '../routers/data/settings/schemas.ts';
import { variables } from '../server/config/schema.ts';
import { BadConfig, readConfig } from '../server/config/config.ts';

/** The error lines for an invalid environment. */
function linesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof BadConfig) return error.message.split('\n');
    throw error;
  }
  return [];
}

const good: Record<string, [key: string, values: [text: string, expected: unknown][]]> = {
  HOST: [
    'host',
    [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
      [' localhost ', 'localhost'],
      ['unix:/run/octavo.sock', 'unix:/run/octavo.sock'],
    ],
  ],
  PORT: [
    'port',
    [
      ['0', 0],
      ['65535', 65_535],
      [' 8080 ', 8080],
      ['0080', 80],
    ],
  ],
  DATABASE_URL: [
    'databaseUrl',
    [
      ['sqlite:./x.db', 'sqlite:./x.db'],
      ['sqlite:/var/lib/x y.db', 'sqlite:/var/lib/x y.db'],
      ['postgres://u:p%40@h:5432/d', 'postgres://u:p%40@h:5432/d'],
      ['postgresql://h/d?sslmode=require', 'postgresql://h/d?sslmode=require'],
    ],
  ],
  MEDIA_URL: [
    'mediaUrl',
    [
      ['file:/srv/media', 'file:/srv/media'],
      ['s3://my-bucket', 's3://my-bucket'],
      ['s3://b.c/blog/x?endpoint=http://h:1&region=a-1', 's3://b.c/blog/x?endpoint=http://h:1&region=a-1'],
    ],
  ],
  MEDIA_PUBLIC_URL: ['mediaPublicUrl', [['https://cdn.example/blog/', 'https://cdn.example/blog']]],
  UPLOAD_MAX_IMAGE: [
    'uploadMaxImage',
    [
      ['500KB', 512_000],
      ['2 mb', 2_097_152],
    ],
  ],
  UPLOAD_MAX_FILE: ['uploadMaxFile', [['1GB', 1_073_741_824]]],
  AWS_ACCESS_KEY_ID: ['awsAccessKeyId', [['AKIA', 'AKIA']]],
  AWS_SECRET_ACCESS_KEY: ['awsSecretAccessKey', [['a/b+c', 'a/b+c']]],
  AWS_SESSION_TOKEN: ['awsSessionToken', [['t', 't']]],
  AWS_REGION: ['awsRegion', [['eu-1', 'eu-1']]],
  REDIS_URL: [
    'redisUrl',
    [
      ['redis://h:6379/1', 'redis://h:6379/1'],
      ['rediss://:p@h', 'rediss://:p@h'],
    ],
  ],
  WORKERS: [
    'workers',
    [
      ['1', 1],
      ['64', 64],
    ],
  ],
  SITE: [
    'site',
    [
      ['on', 'on'],
      ['off', 'off'],
      ['threads', 'threads'],
    ],
  ],
  THEME_DIR: ['themeDir', [['./theme', './theme']]],
  SITE_URL: [
    'siteUrl',
    [
      ['https://blog.example', 'https://blog.example'],
      ['HTTPS://Blog.Example:443/', 'https://blog.example'],
      ['http://localhost:8080', 'http://localhost:8080'],
      ['https://Example.org/blog/', 'https://example.org/blog'],
      ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ],
  ],
  SETUP_KEY: ['setupKey', [['12345678', '12345678']]],
  ADMIN_PASSWORD: [
    'adminPassword',
    [
      ['pass word', 'pass word'],
      ['x'.repeat(200), 'x'.repeat(200)],
    ],
  ],
  BACKUP_DIR: ['backupDir', [['/var/backups/blog', '/var/backups/blog']]],
  BACKUP_S3: ['backupS3', [['s3://bucket/blog?region=eu-1', 's3://bucket/blog?region=eu-1']]],
  BACKUP_AWS_SECRET_ACCESS_KEY: ['backupAwsSecretAccessKey', [['secret', 'secret']]],
  BACKUP_EVERY: [
    'backupEvery',
    [
      ['30s', 30_000],
      ['15m', 900_000],
      ['48h', 172_800_000],
    ],
  ],
  BACKUP_KEEP: ['backupKeep', [['1', 1]]],
  CLIENT_IP_HEADER: ['clientIpHeader', [['X-Real-IP', 'x-real-ip']]],
  COUNTRY_HEADER: ['countryHeader', [['CF-IPCountry', 'cf-ipcountry']]],
  TRUSTED_PROXIES: [
    'trustedProxies',
    [
      ['loopback', ['loopback']],
      [' 10.0.0.0/8 ,, 192.0.2.1,2001:db8::/32,private ', ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', 'private']],
    ],
  ],
  CORS_ORIGINS: [
    'corsOrigins',
    [
      ['https://a.example,http://localhost:5173/', ['https://a.example', 'http://localhost:5173']],
      ['https://*.Example.org, http://*.localhost:5173', ['https://*.example.org', 'http://*.localhost:5173']],
      ['https://*.bücher.example:443', ['https://*.xn--bcher-kva.example']],
    ],
  ],
  CDN_MAX_AGE: [
    'cdnMaxAge',
    [
      ['0', 0],
      ['31536000', 31_536_000],
    ],
  ],
  LOGIN_LIMITER: [
    'loginLimiter',
    [
      ['database', 'database'],
      ['edge', 'edge'],
    ],
  ],
  WEBHOOK_PRIVATE: [
    'webhookPrivate',
    [
      ['allow', 'allow'],
      ['refuse', 'refuse'],
    ],
  ],
  MAIL_FROM: [
    'mailFrom',
    [
      ['Blog@Bücher.Example', { name: '', address: 'Blog@xn--bcher-kva.example' }],
      ['"Harbour notes" <blog@blog.example>', { name: 'Harbour notes', address: 'blog@blog.example' }],
    ],
  ],
  MAIL_RATE: ['mailRate', [['600', 600]]],
  MAIL_CONFIRMATIONS: ['mailConfirmations', [['600', 600]]],
  METRICS_TOKEN: ['metricsToken', [['abcdefgh', 'abcdefgh']]],
  LOG_FORMAT: [
    'logFormat',
    [
      ['json', 'json'],
      ['pretty', 'pretty'],
    ],
  ],
  LOG_LEVEL: [
    'logLevel',
    [
      ['debug', 'debug'],
      ['silent', 'silent'],
    ],
  ],
};

const bad: Record<string, string[]> = {
  HOST: ['unix:', 'unix:octavo.sock', `unix:/${'x'.repeat(104)}`],
  PORT: ['65536', '-1', '1e3', '0x50', '80.5', 'http', '+80', '٣', '99999999999'],
  DATABASE_URL: [
    'mysql://u:secret@h/d',
    'sqlite:',
    './blog.db',
    'postgres:',
    'postgres://u:secret@:x/d',
    'file:blog.db',
  ],
  MEDIA_URL: [
    '/srv/media',
    'file:',
    'https://h/secret',
    's3://',
    's3://Bucket',
    's3://u:secret@bucket/x',
    's3://b/../x y',
  ],
  BACKUP_S3: ['/srv/backups', 's3://', 'https://h/secret'],
  BACKUP_EVERY: ['24', '0s', '1d', '1.5h', '600h', '-1h'],
  BACKUP_KEEP: ['0', '-1', 'all'],
  MEDIA_PUBLIC_URL: ['cdn.example', 'ftp://h', 'https://u:secret@h', 'https://h/?x'],
  UPLOAD_MAX_IMAGE: ['25', '-1MB', '0MB', '25TB', '100'],
  UPLOAD_MAX_FILE: ['2GB', '1.5GB', 'MB'],
  REDIS_URL: ['localhost:6379', 'http://:secret@h', 'redis://h:x'],
  WORKERS: ['0', '65', '1.5', 'many'],
  SITE: ['yes', 'true', '1', 'ON'],
  SITE_URL: [
    'blog.example',
    'ftp://a.example',
    'https://a.example/a%20blog',
    'https://a?b',
    'https://a#b',
    'https://u:secret@a',
  ],
  SETUP_KEY: ['short', 'schlüssel', 'ключ-ключ'],
  ADMIN_PASSWORD: ['seven77', 'x'.repeat(201)],
  CLIENT_IP_HEADER: ['X-Forwarded-For', 'x-forwarded-for', 'X Real IP', 'a:b', 'é'],
  COUNTRY_HEADER: ['X-Forwarded-For', 'a b'],
  TRUSTED_PROXIES: ['10', '10.0.0.0/33', '10.0.0.0/', 'public', '1.2.3', '0x7f.1', 'fe80::/129', 'loopback;private'],
  CORS_ORIGINS: [
    '*',
    'null',
    'https://a.example,b.example',
    'https://a.example/path',
    'https://*.a.example/x',
    'https://*',
    'https://*.com',
    'https://*.*.example',
    'https://a.*.example',
    'https://*a.example',
    'https://*.192.0.2.1',
    '*.a.example',
  ],
  CDN_MAX_AGE: ['-1', '1h', '31536001'],
  LOGIN_LIMITER: ['none', 'off', 'redis'],
  WEBHOOK_PRIVATE: ['yes'],
  SMTP_URL: ['mail.example', 'http://mail.example', 'smtp://', 'smtp://a:b%zz@mail.example', 'smtp://mail.example/x'],
  MAIL_FROM: ['blog', 'blog@localhost', 'a@b.example, c@d.example', 'A <a@b.example', 'A\\ <a@b.example>', '<>'],
  MAIL_RATE: ['0', '-1', '1.5', '100001'],
  METRICS_TOKEN: ['short'],
  LOG_FORMAT: ['text', 'JSON'],
  LOG_LEVEL: ['verbose', 'INFO', '30'],
};

describe('config', () => {
  it('has these defaults, also for empty and blank values', () => {
    const defaults = {
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: 'sqlite:./data/blog.db',
      mediaUrl: 'file:./data/media',
      mediaPublicUrl: null,
      uploadMaxImage: 26_214_400,
      uploadMaxFile: 209_715_200,
      awsAccessKeyId: null,
      awsSecretAccessKey: null,
      awsSessionToken: null,
      awsRegion: null,
      backupDir: null,
      backupS3: null,
      backupAwsAccessKeyId: null,
      backupAwsSecretAccessKey: null,
      backupEvery: 86_400_000,
      backupKeep: 14,
      redisUrl: null,
      workers: null,
      site: 'on',
      themeDir: null,
      siteUrl: null,
      setupKey: null,
      adminPassword: null,
      clientIpHeader: 'cf-connecting-ip',
      countryHeader: null,
      trustedProxies: ['loopback', 'private', 'link-local'],
      corsOrigins: [],
      cdnMaxAge: 0,
      loginLimiter: 'database',
      secondFactorRequired: 'false',
      webhookPrivate: 'refuse',
      smtpUrl: null,
      mailFrom: null,
      mailRate: 60,
      mailConfirmations: 200,
      metricsToken: null,
      logFormat: null,
      logLevel: 'info',
    };
    expect(readConfig({})).to.deep.equal(defaults);
    const names = Object.keys(good);
    expect(readConfig(Object.fromEntries(names.map((name, at) => [name, at % 2 ? '' : ' \t'])))).to.deep.equal(
      defaults,
    );
  });

  // docs/interface.md, L11
  it('has no variable or setting that turns the limits off', () => {
    const names = [...Object.keys(variables), ...Object.keys(defaultSettings)];
    expect(names.filter((name) => /limit|rate/i.test(name))).to.deep.equal(['LOGIN_LIMITER', 'MAIL_RATE']);
    expect(linesOf({ LOGIN_LIMITER: 'off' })[0]).to.match(/^LOGIN_LIMITER must be one of database/);
  });

  for (const [name, [key, values]] of Object.entries(good)) {
    for (const [text, expected] of values) {
      it(`reads ${name}=${text.slice(0, 60)}`, () => {
        expect(readConfig({ [name]: text })).to.deep.include({ [key]: expected });
      });
    }
  }

  for (const [name, values] of Object.entries(bad)) {
    for (const text of values) {
      it(`rejects ${name}=${text.slice(0, 60)} in one line that begins with its name`, () => {
        const lines = linesOf({ [name]: text });
        expect(lines).to.have.length(1);
        expect(lines[0]).to.match(new RegExp(`^${name} must .*[^.]\\.$`));
        expect(lines[0]).to.not.include('secret');
      });
    }
  }

  it('requires a sender for mail', () => {
    const server = 'smtp://ada%40blog.example:p%40ss@mail.example:587';
    expect(linesOf({ SMTP_URL: server })).to.deep.equal([
      'MAIL_FROM must be set together with SMTP_URL: it is the sender of the mail.',
    ]);
    expect(readConfig({ SMTP_URL: server, MAIL_FROM: 'blog@blog.example' })).to.deep.include({ smtpUrl: server });
  });

  it('reports all invalid variables at once, one line each', () => {
    const wrong = Object.fromEntries(Object.entries(bad).map(([name, [text = '']]) => [name, text]));
    const lines = linesOf(wrong);
    expect(lines.map((line) => line.split(' ')[0])).to.have.members(Object.keys(bad));
  });
});
