import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect } from 'chai';

import type { TestService } from './service.ts';
import { freshAddress } from './visitors.ts';

/** A response that is not JSON of the REST API. */
export interface Visit {
  status: number;
  headers: Headers;
  text: string;
}

/** Requests a page, a feed or a file as a new visitor. */
export async function visit(
  { url }: TestService,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Visit> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...freshAddress(), ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Requests a path that must exist. */
export async function open(service: TestService, path: string): Promise<string> {
  const { status, text } = await visit(service, path);
  expect(status, `${path}: ${text.slice(0, 200)}`).to.equal(200);
  return text;
}

const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => lists.has(name), htmlEntities: true });
const lists = new Set(['item', 'entry', 'url', 'sitemap', 'category', 'link']);

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into documents of every shape
export type Parsed = any;

/** Parses XML and expects it to be well-formed, with characters of XML 1.0. Attributes begin with "@_". */
export function parseXml(text: string): Parsed {
  expect(XMLValidator.validate(text)).to.equal(true);
  expect(text).to.not.match(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
  return parser.parse(text);
}
