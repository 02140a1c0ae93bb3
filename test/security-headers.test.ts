import { expect } from 'chai';

import { VERSION } from '../shared/version.ts';
import { set } from './support/comments.ts';
import { write } from './support/posts.ts';
import { request, sendRaw } from './support/raw.ts';
import type { TestService } from './support/service.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';

type Values = Record<string, string | undefined>;
/** One test of the Observatory with its score modifier. */
type Rule = (headers: Values) => number;

const HALF_A_YEAR = 15_768_000;
const PASSED = 125;

/**
 * The tests of the MDN Observatory for a single response, with their scores (src/grader/charts.js of
 * mdn/mdn-http-observatory). Redirection from HTTP belongs to the proxy; subresource integrity applies only to external
 * scripts, of which there are none.
 */
const rules: Record<string, Rule> = {
  'content security policy': ({ 'content-security-policy': text }) => (text === undefined ? -25 : scoreCsp(text)),
  cookies: ({ 'set-cookie': cookie }) => (cookie === undefined ? 0 : -40),
  'cross-origin sharing': ({ 'access-control-allow-origin': origin }) => (origin === undefined ? 0 : -50),
  'strict transport security': ({ 'strict-transport-security': text = '' }) =>
    Number(/max-age=(\d+)/.exec(text)?.[1] ?? 0) >= HALF_A_YEAR ? 0 : -20,
  'content type options': ({ 'x-content-type-options': text }) => (text === 'nosniff' ? 0 : -5),
  frames: ({ 'x-frame-options': text, 'content-security-policy': csp = '' }) =>
    csp.includes("frame-ancestors 'none'") || text === 'DENY' ? 5 : -20,
  'referrer policy': ({ 'referrer-policy': text = '' }) =>
    /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(text) ? 5 : -5,
  'resource policy': ({ 'cross-origin-resource-policy': text = '' }) =>
    /^same-(origin|site)$/.test(text) ? 10 : text === '' || text === 'cross-origin' ? 0 : -5,
};

function scoreCsp(text: string): number {
  const policy = new Map(text.split(';').map((part) => [part.trim().split(' ')[0], part.trim().split(' ').slice(1)]));
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const within = (names: string[], ...bad: string[]) => names.flatMap(sources).some((one) => bad.includes(one));
  const active = ['script-src', 'object-src', 'style-src', 'connect-src', 'font-src', 'manifest-src'];
  const code = ['script-src', 'object-src'];
  if (within(active, 'http:', 'ftp:')) return -20;
  if (within(code, '*', 'https:', 'data:', "'unsafe-inline'")) return -20;
  if (within(['script-src', 'style-src'], "'unsafe-eval'")) return -10;
  if (within(['img-src', 'media-src'], 'http:', 'ftp:')) return -10;
  if (within(['style-src'], '*', 'https:', 'data:', "'unsafe-inline'")) return 0;
  return policy.get('default-src')?.join(' ') === "'none'" ? 10 : 5;
}

/** Bonuses count only without large penalties. */
function grade(headers: Values): { score: number; table: Record<string, number> } {
  const table = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule(headers)]));
  const sum = (some: number[]) => some.reduce((total, one) => total + one, 0);
  const malus = sum(Object.values(table).filter((one) => one < 0));
  const bonus = sum(Object.values(table).filter((one) => one > 0));
  return { score: 100 + malus + (100 + malus >= 90 ? bonus : 0), table };
}

function expectGood(headers: Values, what: string): void {
  const { score, table } = grade(headers);
  expect(score, `${what} ${JSON.stringify(table)}`).to.be.at.least(PASSED);
  expect(headers['strict-transport-security'], what).to.match(/^max-age=63072000; includeSubDomains$/);
  expect(headers['permissions-policy'], what).to.include('camera=()');
  expect(headers['cross-origin-opener-policy'], what).to.equal('same-origin');
}

/** One request for every class of responses, as raw lines. */
const classes: Record<string, [status: number, line: string, ...headers: string[]]> = {
  'the front page': [200, 'GET / HTTP/1.1'],
  'a page': [200, 'GET /posts/graded HTTP/1.1'],
  'the guestbook': [200, 'GET /guestbook HTTP/1.1'],
  'a bad preview': [403, 'GET /preview/x HTTP/1.1'],
  'a list': [200, 'GET /api/posts HTTP/1.1'],
  'a request of another origin': [200, 'GET /api/posts HTTP/1.1', 'Origin: https://evil.example'],
  'a preflight of another origin': [204, 'OPTIONS /api/posts HTTP/1.1', 'Origin: https://evil.example'],
  'native tRPC': [200, 'GET /trpc/posts.list HTTP/1.1'],
  'the RSS feed': [200, 'GET /feed.xml HTTP/1.1'],
  'the sitemap': [200, 'GET /sitemap.xml HTTP/1.1'],
  'a manifest': [200, 'GET /.well-known/ard.json HTTP/1.1'],
  'robots.txt': [200, 'GET /robots.txt HTTP/1.1'],
  'an asset': [200, `GET /assets/site.css?v=${VERSION} HTTP/1.1`],
  'the service worker': [200, 'GET /sw.js HTTP/1.1'],
  'the reference': [200, 'GET /api/docs HTTP/1.1'],
  'the OpenAPI document': [200, 'GET /api/openapi.json HTTP/1.1'],
  'a 304 of the OpenAPI document': [304, 'GET /api/openapi.json HTTP/1.1', 'If-None-Match: *'],
  'embed.js': [200, 'GET /embed.js HTTP/1.1'],
  'a health check': [200, 'GET /healthz HTTP/1.1'],
  metrics: [401, 'GET /metrics HTTP/1.1'],
  'an answer to HEAD': [200, 'HEAD /api/posts HTTP/1.1'],
  'a 304 of the API': [304, 'GET /api/posts HTTP/1.1', 'If-None-Match: *'],
  'a 304 of a feed': [304, 'GET /feed.xml HTTP/1.1', 'If-None-Match: *'],
  'a 304 of an asset': [304, 'GET /assets/site.js HTTP/1.1', 'If-None-Match: *'],
  'a 404 of the API': [404, 'GET /api/nowhere HTTP/1.1'],
  'a 404 of the site': [404, 'GET /nowhere HTTP/1.1'],
  'a 404 among the assets': [404, 'GET /assets/../package.json HTTP/1.1'],
  'a 401': [401, 'GET /api/comments HTTP/1.1'],
  'a 405': [405, 'PATCH /api/posts HTTP/1.1'],
  'a 414': [414, `GET /?${'a'.repeat(9000)} HTTP/1.1`],
  'a 415': [415, 'POST /api/admin/login HTTP/1.1', 'Content-Type: text/plain', 'Content-Length: 2'],
  'a strange host': [400, 'GET /api/posts HTTP/1.1', 'Host: again'],
  "Node's own 400": [400, 'NONSENSE'],
  "Node's own 400 for a header": [400, 'GET / HTTP/1.1', 'Broken\u0001: 1'],
  "Node's own 431": [431, 'GET / HTTP/1.1', `X-Long: ${'a'.repeat(20_000)}`],
};

/** Resources that pages of every origin may load, for which the Observatory deducts points. */
const forAnyOrigin = new Set(['the OpenAPI document', 'a 304 of the OpenAPI document', 'embed.js']);

/** The headers of the reference page without the exception for its styles. */
function withoutInlineStyles(headers: Values): Values {
  const policy = headers['content-security-policy'] ?? '';
  const inline = "style-src 'self' 'unsafe-inline'";
  expect(policy).to.include(inline);
  return { ...headers, 'content-security-policy': policy.replace(inline, "style-src 'self'") };
}

// docs/interface.md, H1, H2, H3, H4, H21
describeVisited(
  'security headers, graded as the MDN Observatory does',
  (use) => {
    before(async () => {
      await set(use(), { siteUrl: 'https://blog.example' });
      await write(use(), { id: 'graded' });
    });

    for (const [name, [status, line, ...headers]] of Object.entries(classes)) {
      it(`score at least ${PASSED} points: ${name}`, async () => {
        const answer = await ask(use(), status, line, ...headers);
        const { 'access-control-allow-origin': allowed, 'cross-origin-resource-policy': policy } = answer.headers;
        expect(answer.headers).to.not.have.property('access-control-allow-credentials');
        if (name === 'the reference') return expectGood(withoutInlineStyles(answer.headers), name);
        if (!forAnyOrigin.has(name)) return expectGood(answer.headers, name);
        expect([allowed, policy]).to.deep.equal(['*', 'cross-origin']);
        const others = { 'access-control-allow-origin': undefined, 'cross-origin-resource-policy': 'same-origin' };
        return expectGood({ ...answer.headers, ...others }, name);
      });
    }

    it('are on a 429 response too', async () => {
      const headers = freshAddress();
      const search = () => fetch(`${use().url}/api/search`, { headers });
      for (let at = 0; at < 60; at++) await (await search()).text();
      const refused = await search();
      expect(refused.status).to.equal(429);
      expectGood(Object.fromEntries(refused.headers), '429');
    });

    it('allow images over HTTP and omit HSTS only for a site address with HTTP', async () => {
      await set(use(), { siteUrl: 'http://blog.example' });
      const { headers } = await ask(use(), 200, 'GET / HTTP/1.1');
      const [broken] = await sendRaw(use().url, 'NONSENSE\r\n\r\n');
      await set(use(), { siteUrl: 'https://blog.example' });
      expect(headers['content-security-policy']).to.match(/img-src [^;]*http:/);
      expect(headers).to.not.have.property('strict-transport-security');
      expect(broken?.headers).to.not.have.property('strict-transport-security');
      const again = await ask(use(), 200, 'GET / HTTP/1.1');
      expect(again.headers['content-security-policy']).to.not.include('http:');
    });

    it('are tested effectively: the score decreases with each removed or weakened header', async () => {
      const { headers } = await ask(use(), 200, 'GET / HTTP/1.1');
      const csp = headers['content-security-policy'] ?? '';
      const worse: Values[] = [
        { ...headers, 'content-security-policy': undefined },
        {
          ...headers,
          'content-security-policy': csp.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
        },
        { ...headers, 'content-security-policy': csp.replace("script-src 'self'", "script-src 'unsafe-eval'") },
        { ...headers, 'content-security-policy': csp.replace('img-src', 'img-src http:') },
        { ...headers, 'strict-transport-security': undefined },
        { ...headers, 'access-control-allow-origin': '*' },
        { ...headers, 'set-cookie': 'a=b' },
      ];
      for (const one of worse) expect(grade(one).score).to.be.below(PASSED);
    });
  },
  { METRICS_TOKEN: 'a metrics token' },
);

describeVisited(
  'the origin of MEDIA_PUBLIC_URL',
  (use) => {
    // docs/interface.md, H3
    it('joins img-src and media-src of site, app and previews', async () => {
      await write(use(), { id: 'draft', status: 'draft' });
      const { body } = await use().admin('POST', '/api/posts/draft/preview-link');
      const preview = new URL(body.url as string).pathname;
      for (const siteUrl of ['', 'https://blog.example']) {
        await set(use(), { siteUrl });
        for (const path of ['/', '/admin', preview, '/nowhere']) {
          const { headers } = await fetch(use().url + path, { headers: freshAddress() });
          const policy = headers.get('content-security-policy');
          expect(policy, path).to.match(/img-src 'self' data: https:( http:)? http:\/\/media\.example:8080;/);
          expect(policy, path).to.match(/media-src 'self' https: http:\/\/media\.example:8080;/);
        }
      }
    });
  },
  { MEDIA_PUBLIC_URL: 'http://media.example:8080/files' },
);

async function ask(service: TestService, status: number, line: string, ...headers: string[]) {
  const address = `CF-Connecting-IP: ${freshAddress()['cf-connecting-ip']}`;
  const [answer, ...more] = await sendRaw(service.url, request(line, 'Host: blog.example', address, ...headers));
  expect(more).to.deep.equal([]);
  expect(answer?.status, answer?.text).to.equal(status);
  return answer!;
}
