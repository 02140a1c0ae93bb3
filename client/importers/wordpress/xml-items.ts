import { utcTime } from '../../../shared/dates.ts';
import { SaxesParser } from 'saxes';

import { isInvisible } from '../../../shared/invisible.ts';
import { htmlToPlainText } from '../html/plain-text.ts';
import type { SourceText } from '../importer.ts';

/** An element of XML with its children; those with the same name in order. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

/**
 * Reads an XML file as a stream, and yields the elements with the given names one by one.
 *
 * @param names such as `item`; elements inside of them belong to them
 * @param entries the names that count when a damaged file is reported
 * @throws Error with one sentence if the XML is damaged or ends too early
 */
export async function* readElements(
  source: SourceText,
  names: ReadonlySet<string>,
  entries = names,
): AsyncGenerator<XmlElement, void> {
  const ready: XmlElement[] = [];
  const open: XmlElement[] = [];
  let count = 0;
  const parser = new SaxesParser({ position: false });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0 && !names.has(name)) return;
    const element: XmlElement = { name, attributes: attributes as Record<string, string>, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element || open.length > 0) return;
    ready.push(element);
    if (entries.has(element.name)) count++;
  });
  parser.on('error', (error) => {
    const reason = error.message.replace(/^\d*:?\d*:?\s*/, '').replace(/\.$/, '');
    throw new Error(`${source.name} is damaged after its entry ${count}: ${reason}. Export it again.`);
  });
  for await (const piece of source.open()) {
    parser.write(withoutControls(piece));
    yield* ready.splice(0);
  }
  parser.close();
  yield* ready;
}

/** WordPress exports control characters as they are, which XML does not allow. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML forbids
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

/** The text of the first child with a name, trimmed; "" without one. */
export function childText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? '';
}

/** The characters of a title that are read: those of a report, and its tags. */
const LONGEST_LINE = 20_000;

/**
 * A title or a name, which WordPress stores as HTML, as a line of plain text; "" if it has no visible character.
 *
 * @throws Unfit if it is nested too deep
 */
export function htmlToLine(html: string): string {
  const line = htmlToPlainText(html.slice(0, LONGEST_LINE)).replace(/(?<!\s)\s*\n\s*/g, ' ');
  return isInvisible(line) ? '' : line;
}

/** A time in UTC, such as that of `wp:post_date`; drafts have only the local one, without a zone. */
export function childTime(element: XmlElement, name: string): string | undefined {
  const text = [`${name}_gmt`, name].map((one) => childText(element, one)).find((one) => /^[1-9]\d{3}-/.test(one));
  const time = text === undefined ? Number.NaN : Date.parse(`${text.replace(' ', 'T')}Z`);
  return utcTime(time);
}

/** The value of a field of an item of WordPress; "" if it has none. */
export function readMeta(item: XmlElement, key: string): string {
  const found = item.children.find((one) => one.name === 'wp:postmeta' && childText(one, 'wp:meta_key') === key);
  return found ? childText(found, 'wp:meta_value') : '';
}
