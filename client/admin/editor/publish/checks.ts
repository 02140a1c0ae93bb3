import { isInvisible } from '../../../../shared/invisible.ts';
import type { FieldLabels } from '../../translations/post-fields.ts';
import type { DocumentState } from '../document.ts';
import { withLineFeeds } from '../../device/unsaved/line-endings.ts';
import { normalLabel } from '../../../../shared/labels.ts';
import { siteMarkdown } from '../markdown/dialect/dialect.ts';
import { readPictures } from '../live/picture/read-pictures.ts';

/** A field with a label. */
type FieldName = keyof FieldLabels;

/** Where a warning is mended: in the title, in a field, or in the text from one position to another. */
export type Place = { in: 'title' } | { in: 'field'; name: FieldName } | { in: 'text'; from: number; to: number };

/** What should be looked at before a post is published. */
export interface Warning {
  kind: 'no-title' | 'no-alt' | 'no-cover-alt' | 'dead-link';
  /** The address of the picture or link; "" for other warnings. */
  about: string;
  place: Place;
}

/** A link in the text. */
export interface TextLink {
  url: string;
  from: number;
  to: number;
}

/** The warnings that need nothing but the fields. */
export function checkText({ fields }: Pick<DocumentState, 'fields'>): Warning[] {
  const { title, content, cover, coverAlt } = fields;
  return [
    ...(isInvisible(title) ? [{ kind: 'no-title', about: '', place: { in: 'title' } } as const] : []),
    ...(cover !== '' && coverAlt.trim() === ''
      ? [{ kind: 'no-cover-alt', about: '', place: { in: 'field', name: 'coverAlt' } } as const]
      : []),
    ...picturesWithoutAlt(withLineFeeds(content)).map(({ url, from, to }): Warning => ({
      kind: 'no-alt',
      about: url,
      place: { in: 'text', from, to },
    })),
  ];
}

/** The links of a text, in its order. */
export function findLinks(text: string): TextLink[] {
  const content = withLineFeeds(text);
  const links: TextLink[] = [];
  siteMarkdown.parser.parse(content).iterate({
    enter({ name, node, from, to }) {
      if (name === 'HTMLBlock' || name === 'HTMLTag') {
        for (const { 1: url = '', index } of content.slice(from, to).matchAll(/<a\s[^<>]*?href=["']([^"'<>]*)["']/gi))
          links.push({ url, from: from + index, to });
        return;
      }
      if (name !== 'URL') return;
      const { parent } = node;
      if (parent?.name === 'Image') return;
      const written = content.slice(from, to);
      const isWrapped = written.startsWith('<') && written.endsWith('>');
      links.push({
        url: isWrapped ? written.slice(1, -1) : written,
        from: parent?.name === 'Link' ? parent.from : from,
        to: parent?.name === 'Link' ? parent.to : to,
      });
    },
  });
  return links;
}

function picturesWithoutAlt(content: string): TextLink[] {
  const inMarkdown = readPictures(content).filter(({ alt }) => alt.trim() === '');
  const found = [...inMarkdown, ...referencesWithoutAlt(content), ...tagsWithoutAlt(content)];
  return found.toSorted((one, other) => one.from - other.from);
}

/** Pictures without words whose addresses are defined elsewhere: `![][boat]`. */
function referencesWithoutAlt(content: string): TextLink[] {
  const defined = new Map<string, string>();
  const found: { label: string; from: number; to: number }[] = [];
  siteMarkdown.parser.parse(content).iterate({
    enter({ name, node, from, to }) {
      const label = node.getChild('LinkLabel');
      const key = label && normalLabel(content.slice(label.from + 1, label.to - 1));
      const url = node.getChild('URL');
      if (name === 'LinkReference' && key && url && !defined.has(key))
        defined.set(key, content.slice(url.from, url.to).replace(/^<|>$/g, ''));
      const [open, close] = name === 'Image' ? node.getChildren('LinkMark') : [];
      const isWordless = open && close && content.slice(open.to, close.from).trim() === '';
      if (key && isWordless) found.push({ label: key, from, to });
    },
  });
  return found.flatMap(({ label, from, to }) => {
    const url = defined.get(label);
    return url === undefined ? [] : [{ url, from, to }];
  });
}

/** An empty `alt` in HTML says that the picture is decoration. */
function tagsWithoutAlt(content: string): TextLink[] {
  const found: TextLink[] = [];
  siteMarkdown.parser.parse(content).iterate({
    enter({ name, from, to }) {
      if (name !== 'HTMLBlock' && name !== 'HTMLTag') return;
      for (const { 0: tag, index } of content.slice(from, to).matchAll(/<img\s[^<>]*>/gi)) {
        if (/\salt\s*=/i.test(tag)) continue;
        const [, url = ''] = /\ssrc=["']([^"']*)["']/i.exec(tag) ?? [];
        found.push({ url, from: from + index, to: from + index + tag.length });
      }
    },
  });
  return found;
}
