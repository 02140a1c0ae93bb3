import { expect } from 'chai';

import { defaultSettings } from '../routers/settings/schemas.ts';
import { variables } from '../server/config-schema.ts';
import { BadConfig, readConfig } from '../server/config.ts';

/** What is said of an environment that does not do. */
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
      ['on', true],
      ['off', false],
    ],
  ],
  THEME_DIR: ['themeDir', [['./theme', './theme']]],
  SITE_URL: [
    'siteUrl',
    [
      ['https://blog.example', 'https://blog.example'],
      ['HTTPS://Blog.Example:443/', 'https://blog.example'],
      ['http://localhost:8080', 'http://localhost:8080'],
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
  CLIENT_IP_HEADER: ['clientIpHeader', [['X-Real-IP', 'x-real-ip']]],
  TRUSTED_PROXIES: [
    'trustedProxies',
    [
      ['loopback', ['loopback']],
      [' 10.0.0.0/8 ,, 192.0.2.1,2001:db8::/32,private ', ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', 'private']],
    ],
  ],
  CORS_ORIGINS: [
    'corsOrigins',
    [['https://a.example,http://localhost:5173/', ['https://a.example', 'http://localhost:5173']]],
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
  METRICS_TOKEN: ['metricsToken', [['abcdefgh', 'abcdefgh']]],
  LOG_LEVEL: [
    'logLevel',
    [
      ['debug', 'debug'],
      ['silent', 'silent'],
    ],
  ],
};

const bad: Record<string, string[]> = {
  PORT: ['65536', '-1', '1e3', '0x50', '80.5', 'http', '+80', '٣', '99999999999'],
  DATABASE_URL: [
    'mysql://u:secret@h/d',
    'sqlite:',
    './blog.db',
    'postgres:',
    'postgres://u:secret@:x/d',
    'file:blog.db',
  ],
  REDIS_URL: ['localhost:6379', 'http://:secret@h', 'redis://h:x'],
  WORKERS: ['0', '65', '1.5', 'many'],
  SITE: ['yes', 'true', '1', 'ON'],
  SITE_URL: [
    'blog.example',
    'ftp://a.example',
    'https://a.example/blog',
    'https://a?b',
    'https://a#b',
    'https://u:secret@a',
  ],
  SETUP_KEY: ['short', 'schlüssel', 'ключ-ключ'],
  ADMIN_PASSWORD: ['seven77', 'x'.repeat(201)],
  CLIENT_IP_HEADER: ['X-Forwarded-For', 'x-forwarded-for', 'X Real IP', 'a:b', 'é'],
  TRUSTED_PROXIES: ['10', '10.0.0.0/33', '10.0.0.0/', 'public', '1.2.3', '0x7f.1', 'fe80::/129', 'loopback;private'],
  CORS_ORIGINS: ['*', 'null', 'https://a.example,b.example', 'https://a.example/path', 'https://*.example/x'],
  CDN_MAX_AGE: ['-1', '1h', '31536001'],
  LOGIN_LIMITER: ['none', 'off', 'redis'],
  METRICS_TOKEN: ['short'],
  LOG_LEVEL: ['verbose', 'INFO', '30'],
};

describe('config', () => {
  it('has these defaults, also for values that are empty or blank', () => {
    const defaults = {
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: 'sqlite:./data/blog.db',
      redisUrl: null,
      workers: null,
      site: true,
      themeDir: null,
      siteUrl: null,
      setupKey: null,
      adminPassword: null,
      clientIpHeader: 'cf-connecting-ip',
      trustedProxies: ['loopback', 'private', 'link-local'],
      corsOrigins: [],
      cdnMaxAge: 0,
      loginLimiter: 'database',
      metricsToken: null,
      logLevel: 'info',
    };
    expect(readConfig({})).to.deep.equal(defaults);
    const names = Object.keys(good);
    expect(readConfig(Object.fromEntries(names.map((name, at) => [name, at % 2 ? '' : ' \t'])))).to.deep.equal(
      defaults,
    );
  });

  // docs/interface.md, L11
  it('has no variable that turns the limits off, and there is no setting that does', () => {
    const names = [...Object.keys(variables), ...Object.keys(defaultSettings)];
    expect(names.filter((name) => /limit|rate/i.test(name))).to.deep.equal(['LOGIN_LIMITER']);
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
      it(`refuses ${name}=${text.slice(0, 60)} in one line that begins with its name`, () => {
        const lines = linesOf({ [name]: text });
        expect(lines).to.have.length(1);
        expect(lines[0]).to.match(new RegExp(`^${name} must .*[^.]\\.$`));
        expect(lines[0]).to.not.include('secret');
      });
    }
  }

  it('tells of every wrong variable in one go, one line each, and of those that are right nothing', () => {
    const wrong = Object.fromEntries(Object.entries(bad).map(([name, [text = '']]) => [name, text]));
    const lines = linesOf({ ...wrong, HOST: '0.0.0.0' });
    expect(lines.map((line) => line.split(' ')[0])).to.have.members(Object.keys(bad));
  });
});
