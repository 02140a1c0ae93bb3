import fc from 'fast-check';
import superjson from 'superjson';
import { z } from 'zod';

import { procedures, routes, type Route } from '../../server/http/procedure-routes.ts';

/** A request as an attacker would send it. */
export interface RandomRequest {
  method: string;
  /** With its query, as it goes into the request line. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether the administrator's token goes with it. */
  signedIn: boolean;
}

/** The id of a post that ought to be there: many requests ask for it. */
export const KNOWN_POST = 'a-post';

/** With the token these would end the session of the test itself. */
const ENDS_SESSIONS = ['admin.logout', 'admin.logoutEverywhere', 'admin.changePassword'];

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('', '\0', '\ud800', '__proto__', 'constructor', "' or 1=1 --", '<script>', '../../etc/passwd', '%00'),
  fc.constantFrom('-1', '1e3', '0x10', '99999999999999999999', '2026-02-31', 'gb-x', '*', '"', '🙂'.repeat(300)),
  fc.constantFrom('a'.repeat(6000), '\u202e', 'NaN', 'null', '龘靐', 'ﬃ', '\r\n', 'c-none', 'm-none', 'javascript:1'),
);
const usual = fc.constantFrom(KNOWN_POST, 'gb-note', 'Some text', 'https://a.example/x.png', '2026-01-31', 'published');
/** Fields that take few texts only. */
const typical: Record<string, string> = {
  date: '2026-01-31',
  cover: '/x.png',
  url: 'https://a.example/x.png',
  siteUrl: '',
  language: 'en',
};
/** Style sheets of parts that a parser may stumble over. */
const css = fc
  .array(
    fc.constantFrom(
      'a',
      '[href]',
      '{',
      '}',
      ':',
      ';',
      '(',
      ')',
      '[',
      '"',
      '/*',
      '*/',
      '@media ',
      '@\\69mport "x";',
      '--x:',
      'url(',
      'red',
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));
const value = fc.oneof(odd, usual, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue());

const oddHeaders = fc.record(
  {
    'if-match': fc.constantFrom('*', '"0"', 'W/"1.a"', '"999999999999999999"', 'x'),
    'if-none-match': fc.constantFrom('*', '"a"', 'W/'),
    'if-modified-since': fc.constantFrom('yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'),
    origin: fc.constantFrom('null', 'https://evil.example', '', 'http://127.0.0.1'),
    'sec-fetch-site': fc.constantFrom('cross-site', 'same-origin', 'x'),
    'x-comment-receipt': fc.constantFrom(',,,', 'A'.repeat(43), Array.from({ length: 40 }, () => 'r').join(',')),
    'x-setup-key': fc.constantFrom('wrong', ''),
    'accept-encoding': fc.constantFrom('gzip', '*;q=0', 'identity;q=0'),
    accept: fc.constantFrom('text/html', 'x', '*/*'),
    range: fc.constantFrom('bytes=0-1', 'bytes=9-1'),
    authorization: fc.constantFrom('Bearer', 'Bearer x', 'Basic eDp5', `Bearer ${'A'.repeat(43)}`),
  },
  { requiredKeys: [] },
);
/** Mostly none: one that is wrong hides everything behind it. */
const headers = fc
  .oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders })
  .map((some) => some as Record<string, string>);

const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('text/plain', 'application/json; charset=x', '')
      .map((type) => ({ 'content-type': type })),
  },
);

/** Any request: at the address of a procedure on either face, at a page, or anywhere. */
export const randomRequest: fc.Arbitrary<RandomRequest> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...routes).chain(restRequest) },
  { weight: 4, arbitrary: fc.constantFrom(...Object.keys(procedures)).chain(rpcRequest) },
  { weight: 1, arbitrary: elsewhere() },
);

function restRequest(route: Route): fc.Arbitrary<RandomRequest> {
  const own = { weight: 8, arbitrary: fc.constant<string>(route.method) };
  const other = { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS') };
  const parts = {
    method: fc.oneof(own, other),
    input: inputOf(route.name),
    more: fc.dictionary(odd, odd, { maxKeys: 2 }),
  };
  return fc
    .record({ ...parts, body: bodyAround(inputOf(route.name)), part: fc.oneof(odd, usual), type: contentType, headers })
    .chain(({ method, input, more, body, part, type, headers: some }) => {
      const filled = route.path.replaceAll(/\{\w+\}/g, () => encode(part) || 'x');
      const query = queryOf({ ...input, ...more });
      const path = query === '' || route.method !== 'GET' ? filled : `${filled}?${query}`;
      return request(route.name, method, path, { ...some, ...type }, body);
    });
}

function rpcRequest(name: string): fc.Arbitrary<RandomRequest> {
  const isQuery = procedures[name]?._def.type === 'query';
  const meta = fc.constantFrom(
    undefined,
    { values: { '__proto__.x': ['undefined'] } },
    { values: { id: ['Date'] } },
    7,
  );
  const wrapped = fc.tuple(fc.oneof(inputOf(name), value), meta).map(([json, extra]) => ({
    ...serialized(json),
    ...(extra !== undefined && { meta: extra }),
  }));
  const batched = fc.boolean();
  return fc
    .record({
      input: wrapped,
      batch: batched,
      times: fc.integer({ min: 1, max: 12 }),
      raw: bodyAround(wrapped),
      headers,
    })
    .chain(({ input, batch, times, raw, headers: some }) => {
      const names = batch ? Array.from({ length: times }, () => name).join(',') : name;
      const whole = batch ? Object.fromEntries(Array.from({ length: times }, (_, at) => [at, input])) : input;
      const query = batch ? '?batch=1' : '';
      const text = encode(JSON.stringify(whole));
      if (isQuery) return request(name, 'GET', `/trpc/${names}${query}${batch ? '&' : '?'}input=${text}`, some);
      return request(name, 'POST', `/trpc/${names}${query}`, some, batch ? JSON.stringify(whole) : raw);
    });
}

function elsewhere(): fc.Arbitrary<RandomRequest> {
  const fixed = ['/', '/guestbook', '/posts/', '/preview/', '/feed.xml', '/sitemap.xml', '/assets/', '/api/', '/trpc/'];
  return fc
    .record({ start: fc.constantFrom(...fixed), rest: odd, query: fc.dictionary(odd, odd, { maxKeys: 3 }), headers })
    .chain(({ start, rest, query, headers: some }) =>
      request('', 'GET', `${start}${encode(rest)}?${queryOf(query)}`, some),
    );
}

function request(name: string, method: string, path: string, some: Record<string, string>, body?: string) {
  const mayHaveBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return fc.nat(9).map((chance): RandomRequest => {
    const type: Record<string, string> = mayHaveBody ? { 'content-type': 'application/json' } : {};
    const isSafe = !ENDS_SESSIONS.some((one) => name === one);
    return {
      method,
      path: path.slice(0, 10_000),
      headers: { ...type, ...some },
      ...(mayHaveBody && { body }),
      signedIn: isSafe && chance < 7,
    };
  });
}

/** Mostly what the procedure reads, sometimes any JSON, sometimes none. */
function bodyAround(input: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: input.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.constantFrom('{', '[]', 'null', '{"a":'.repeat(70), `"${'x'.repeat(300_000)}"`) },
  );
}

interface Property {
  type?: string;
  enum?: unknown[];
}

/** By procedure: to read a schema takes longer than a request. */
const inputs = new Map<string, fc.Arbitrary<Record<string, unknown>>>();

/** An object with some of the fields that a procedure reads, each fitting or not. */
function inputOf(name: string): fc.Arbitrary<Record<string, unknown>> {
  const known = inputs.get(name) ?? newInputOf(name);
  inputs.set(name, known);
  return known;
}

function newInputOf(name: string): fc.Arbitrary<Record<string, unknown>> {
  const schema = (procedures[name]?._def as unknown as { inputs: z.ZodType[] } | undefined)?.inputs[0];
  if (!schema) return fc.constant({});
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(properties).map(([field, property]) => [
    field,
    fc.oneof({ weight: 20, arbitrary: fitting(field, property as Property) }, { weight: 1, arbitrary: value }),
  ]);
  const all = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  const whole = fc.record(all, { requiredKeys: required.filter((field) => field in all) });
  return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: fc.record(all, { requiredKeys: [] }) });
}

function fitting(field: string, { type, enum: all }: Property): fc.Arbitrary<unknown> {
  if (all) return fc.constantFrom(...all);
  if (field === 'customCss') return css;
  if (type === 'integer' || type === 'number') return fc.nat(40);
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return fc.array(usual, { maxLength: 4 });
  return field in typical ? fc.constant(typical[field]) : usual;
}

function queryOf(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .map(([name, one]) => `${encode(name)}=${encode(typeof one === 'string' ? one : JSON.stringify(one))}`)
    .join('&');
}

/** As clients send it; what superjson does not take, such as a key `__proto__`, goes as plain JSON. */
function serialized(json: unknown): object {
  try {
    return superjson.serialize(json);
  } catch {
    return { json };
  }
}

/** Halves of a pair of surrogates cannot be encoded; a server meets what a client makes of them. */
function encode(text: string | undefined): string {
  return encodeURIComponent((text ?? '').toWellFormed());
}
