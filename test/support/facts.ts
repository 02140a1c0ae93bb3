import type { KeptAnswer } from './releases.ts';

/**
 * The content of a response, one line each: status, headers, the values of JSON, and the texts and content URLs of HTML
 * and feeds. The layout is left out.
 */
export function factsOf({ status, headers, body }: KeptAnswer): string[] {
  const type = headers['content-type'] ?? '';
  const head = [`status ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (type.includes('json')) return [...head, ...jsonFacts(JSON.parse(body), '')];
  if (type.startsWith('text/html')) return [...head, ...pageFacts(body)];
  if (type.includes('xml')) return [...head, ...htmlFacts(decoded(body))];
  return [...head, ...body.split('\n')];
}

/** The lines that only one of two answers has: `- old`, `+ new`. */
export function changedFacts(before: KeptAnswer, after: KeptAnswer): string[] {
  const added = factsOf(after);
  const lost = factsOf(before).filter((fact) => {
    const at = added.indexOf(fact);
    if (at >= 0) added.splice(at, 1);
    return at < 0;
  });
  return [...lost.map((fact) => `- ${fact}`), ...added.map((fact) => `+ ${fact}`)];
}

function jsonFacts(value: unknown, at: string): string[] {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, item]) => jsonFacts(item, `${at}.${name}`));
  }
  if (/^\.entries\.\d+\.updatedAt$/.test(at)) return []; // in discovery documents, the start
  if (typeof value === 'string' && /<\/\w+>/.test(value)) return htmlFacts(value).map((fact) => `${at}: ${fact}`);
  return [`${at}: ${JSON.stringify(value)}`];
}

/** The content of a page, and its metadata for search engines. */
function pageFacts(html: string): string[] {
  const head = html.matchAll(/<(?:title|meta name="(?:description|robots)"|link rel="canonical")[^<]*?(?=\s*\/?>|<)/g);
  return [...[...head].map(([tag]) => tag), ...htmlFacts(/<main[^]*<\/main>/.exec(html)?.[0] ?? html)];
}

function htmlFacts(html: string): string[] {
  const visible = html.replaceAll(/<(script|style|math)\b[^]*?<\/\1>/g, '');
  const texts = visible.replaceAll(/<[^>]*>/g, '\n').split('\n');
  const urls = visible.matchAll(/\s(?:href|src|action|datetime)="[^"]*"/g);
  return [...texts, ...[...urls].map(([url]) => url)]
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && !/^Octavo \d+\.\d+\.\d+$/.test(text)); // the generator of feeds
}

/** Feeds contain HTML as text; the time of one without items is the start. */
function decoded(xml: string): string {
  const content = /<(item|entry)>/.test(xml) ? xml : xml.replaceAll(/<(lastBuildDate|updated)>.*/g, '');
  return content.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
}
