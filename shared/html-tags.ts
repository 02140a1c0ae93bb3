/** A tag in HTML, or what is neither a tag nor text. */
export interface Tag {
  /** `hidden`: a comment, declaration or processing instruction; `broken`: a `<` that begins no whole tag. */
  kind: 'start' | 'end' | 'hidden' | 'broken';
  /** In lower case; of what is hidden its beginning, such as `<!--`. */
  name: string;
  start: number;
  /** Behind its last character. */
  end: number;
  hasAttributes: boolean;
  /** Whether it ends with a slash: `<br />`. */
  isSelfClosing: boolean;
  /** Whether a comment hides all that follows, because its end is missing. */
  isEndless: boolean;
}

/** Elements whose content has no tags but their own end. */
const rawNames = new Set(['script', 'style', 'iframe', 'noembed', 'noframes']);
/** What is hidden: its beginning, and its end. */
const hiddenParts = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;
/** How many tags without an end are looked at: each may take as long as the text. */
const MOST_BROKEN = 100;

/** The tags of HTML in order, in linear time. In an element with raw text only its end is one. */
export function tagsIn(html: string): Tag[] {
  const tags: Tag[] = [];
  const find = finder(html);
  let broken = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const tag = hiddenAt(html, at, find) ?? (broken < MOST_BROKEN ? tagAt(html, at, find) : undefined);
    if (!tag) broken++;
    // Before anything else it is text everywhere.
    if (tag || /[a-z/!?]/i.test(html[at + 1] ?? ''))
      tags.push(tag ?? { ...nothing, kind: 'broken', start: at, end: at + 1 });
    at = tag?.end ?? at + 1;
    if (tag?.kind !== 'start' || tag.isSelfClosing || !rawNames.has(tag.name)) continue;
    const end = find(`</${tag.name}`, at);
    if (end >= 0) at = end;
  }
  return tags;
}

const nothing = { name: '', hasAttributes: false, isSelfClosing: false, isEndless: false };

type Find = (what: string, from: number) => number;

function hiddenAt(html: string, at: number, find: Find): Tag | undefined {
  const found = hiddenParts.find(([begin]) => html.startsWith(begin, at));
  if (!found || (found[0] === '<!' && !/[a-z]/i.test(html[at + 2] ?? ''))) return undefined;
  const [begin, close] = found;
  // `<!-->` and `<!--->` are whole comments.
  const from = begin === '<!--' ? at + 2 : at + begin.length;
  const end = find(close, from);
  const isEndless = end < 0;
  if (isEndless && begin !== '<!--') return undefined;
  const until = isEndless ? html.length : end + close.length;
  return { ...nothing, kind: 'hidden', name: begin, start: at, end: until, isEndless };
}

const namePattern = /<(\/?)([a-z][^\s/>]*)/iy;
// One attribute, or a slash; quotes count behind an equals sign only.
const attribute = /[\s/]+|[^\s/>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?|=(?!\s*["'])/y;

function tagAt(html: string, start: number, find: Find): Tag | undefined {
  if (find('>', start) < 0) return undefined;
  namePattern.lastIndex = start;
  const [, slash, name] = namePattern.exec(html) ?? [];
  if (name === undefined) return undefined;
  let end = namePattern.lastIndex;
  let hasAttributes = false;
  while (end < html.length && html[end] !== '>') {
    attribute.lastIndex = end;
    const [found] = attribute.exec(html) ?? [];
    if (found === undefined) return undefined;
    hasAttributes ||= /[^\s/]/.test(found);
    end = attribute.lastIndex;
  }
  if (end >= html.length) return undefined;
  const isSelfClosing = html[end - 1] === '/';
  return {
    kind: slash === '/' ? 'end' : 'start',
    name: name.toLowerCase(),
    start,
    end: end + 1,
    hasAttributes,
    isSelfClosing,
    isEndless: false,
  };
}

/** Finds signs at or behind a place, where each place is at or behind the last one. Upper case counts as lower case. */
function finder(html: string): Find {
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const found = new Map<string, number>();
  return (what, from) => {
    let at = found.get(what) ?? -2;
    if (at !== -1 && at < from) found.set(what, (at = lower.indexOf(what.toLowerCase(), from)));
    return at;
  };
}
