import { fromHtml } from 'hast-util-from-html';
import { parse, postprocess, preprocess } from 'micromark';
import { decodeString } from 'micromark-util-decode-string';

import { replaceUrl, findTarget, type Replacement } from '../../../routers/data/files/targets.ts';
import { escapeHtml } from '../../../routers/base/text.ts';
import { walk, type Element } from '../../html/hast.ts';
import { markdownSyntax } from './pipeline.ts';

/** The targets (`targetOf`) of the URLs in links, images and HTML attributes of a text, without duplicates. */
export async function targetsIn(markdown: string): Promise<string[]> {
  const targets = new Set<string>();
  for (const { write } of await placesIn(markdown)) {
    write((url) => {
      targets.add(findTarget(url) ?? '');
      return url;
    });
  }
  targets.delete('');
  return [...targets];
}

/** Replaces URLs in a text, and changes nothing else. */
export async function replaceUrls(markdown: string, replacement: Replacement): Promise<string> {
  let done = 0;
  let text = '';
  for (const { start, end, write } of await placesIn(markdown)) {
    let isChanged = false;
    const written = write((url) => {
      const next = replaceUrl(url, replacement);
      isChanged ||= next !== url;
      return next;
    });
    // The HTML parser may move an element, or repeat it.
    if (!isChanged || start < done) continue;
    text += markdown.slice(done, start) + written;
    done = end;
  }
  return text + markdown.slice(done);
}

/** A part of a text with URLs. */
interface Place {
  /** -1 where the URL cannot be replaced: an attribute of several lines within a quote. */
  start: number;
  end: number;
  /** Writes the part with other URLs. */
  write(change: (url: string) => string): string;
}

/** Tokens of Markdown that are URLs. */
const urlTokens = new Set([
  'resourceDestinationString',
  'definitionDestinationString',
  'autolinkProtocol',
  'literalAutolinkHttp',
  'literalAutolinkWww',
]);

type Token = ReturnType<typeof postprocess>[number][1];

/** The parts of a text with URLs, in order. */
async function placesIn(markdown: string): Promise<Place[]> {
  // A byte order mark at the beginning has no offset.
  const shift = markdown.startsWith('\uFEFF') ? 1 : 0;
  const at = ({ start, end }: Token) => ({ start: start.offset + shift, end: end.offset + shift });
  const reader = parse({ extensions: await markdownSyntax(markdown) }).document();
  const places: Place[] = [];
  let html: Piece[] = [];
  for (const [event, token, context] of postprocess(reader.write(preprocess()(markdown, undefined, true)))) {
    const type: string = token.type;
    const isHtml = type === 'htmlFlow' || type === 'htmlText';
    if (event === 'exit') {
      if (isHtml) places.push(...placesInHtml(html, markdown));
    } else if (urlTokens.has(type)) {
      const url = decodeString(context.sliceSerialize(token));
      const prefix = type === 'literalAutolinkWww' ? 'https://' : '';
      places.push({ ...at(token), write: (change) => change(prefix + url) });
    } else if (isHtml) {
      html = [];
    } else if (type === 'htmlFlowData' || type === 'htmlTextData' || type === 'lineEnding') {
      html.push({ start: at(token).start, text: context.sliceSerialize(token) });
    }
  }
  return places.toSorted((a, b) => a.start - b.start);
}

/** A line of HTML in a text, without the marks of quotes and lists before it. */
interface Piece {
  start: number;
  text: string;
}

function placesInHtml(pieces: readonly Piece[], markdown: string): Place[] {
  const html = pieces.map(({ text }) => text).join('');
  const places: Place[] = [];
  walk(fromHtml(html, { fragment: true, verbose: true }), (element) => {
    for (const { start, end, value, isList } of urlAttributes(element)) {
      const source = html.slice(start, end);
      const from = offsetOf(pieces, start);
      const isThere = markdown.slice(from, from + source.length) === source;
      const [name = ''] = /^[^\s=]+/.exec(source) ?? [];
      places.push({
        start: isThere ? from : -1,
        end: from + source.length,
        write: (change) => `${name}="${escapeHtml(isList ? withCandidates(value, change) : change(value))}"`,
      });
    }
  });
  return places;
}

/** The offset in the text of a position in its HTML. */
function offsetOf(pieces: readonly Piece[], position: number): number {
  let before = 0;
  for (const { start, text } of pieces) {
    if (position < before + text.length) return start + position - before;
    before += text.length;
  }
  return -1;
}

/** Attributes with URLs, by their names in HTML trees; `srcset` has several. */
const urlNames = ['src', 'srcSet', 'href', 'poster', 'data'];

function urlAttributes({ properties, data }: Element) {
  const positions = data?.position?.properties ?? {};
  return urlNames.flatMap((name) => {
    const value = properties[name];
    const { start, end } = positions[name] ?? {};
    if (typeof value !== 'string' || start?.offset === undefined || end?.offset === undefined) return [];
    return [{ start: start.offset, end: end.offset, value: value.trim(), isList: name === 'srcSet' }];
  });
}

/** `srcset`: URLs, each with its width or density behind it. */
function withCandidates(value: string, change: (url: string) => string): string {
  return value.replaceAll(
    /((?<!,)\S*[^,\s])(\s+[\d.]+[xwh])?/g,
    (_, url: string, descriptor = '') => change(url) + descriptor,
  );
}
