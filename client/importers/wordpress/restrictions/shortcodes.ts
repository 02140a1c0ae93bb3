import { isAboutReaders, isForEverybody, namesReaders, saysWho, splitName } from './words.ts';

/** Shortcodes of WordPress, which everybody sees. */
const harmless = /^(?:(?:wp_)?caption|gallery|playlist|audio|video|embed|code|sourcecode|php|css|html|js|javascript)$/i;
/** Names after which everything is for some readers, although they enclose nothing. */
const cutting = /paywall|members?[-_]?only|subscribers?[-_]?only|premium[-_]?only/i;
/** Shortcodes of plug-ins whose names do not say it, such as those for some students of a course or some countries. */
const known =
  /^(?:course_(?:complete|inprogress|notstarted)|content_control|aam|am4\w+|cc_(?:show_to|hide_from)|erphpdown|geot(?:_\w+)?|hidethis|mp(?:inpage|overlay|video)|pc-pvt-content|registered|user_?only|wpf(?:_\w+)?)$/i;
/** Attributes that are conditions: their values may name readers. */
const conditions =
  /^(?:for|to|show|if|is|type|who|whom|user|users|visible|visibility|audience|status|state|when|only|display|condition|view|viewers?|readers?)$/i;
/** Names of shortcodes in which a level is a rank or a number, and not one of members. */
const ranks = /^(?:h\d?|headings?|title|header|skills?|progress|bar|chart|toc|list|counter|difficulty)$/;

const CODE = /(?<!\[)\[([a-z][\w-]{0,60})([^[\]]*)\]/gi;

/** Names may have parts, as in `[/private#1]`. */
const END = /\[\/([\w-]{1,60})[^[\]]*\]/g;

/** The first shortcode whose content not everybody sees, as it is written; undefined without one. */
export function restrictingShortcode(html: string): string | undefined {
  const ends = new Set([...html.matchAll(END)].map(([, name = '']) => name.toLowerCase()));
  const judged = new Set<string>();
  for (const [all, name = '', attributes = ''] of html.matchAll(CODE)) {
    if (harmless.test(name) || judged.has(all)) continue;
    judged.add(all);
    if (ends.has(name.toLowerCase()) ? restricts(name, attributes) : cutting.test(name)) return `[${name}]`;
  }
  return undefined;
}

/** The first element of Divi or WPBakery that its author has switched off; undefined without one. */
export function findSwitchedOff(html: string): string | undefined {
  for (const [, name = '', attributes = ''] of html.matchAll(CODE)) {
    if (!/^(?:et_pb|vc)_/i.test(name)) continue;
    const isOff = attributesIn(attributes).some(
      ([key, value]) =>
        (/^disable(?:d|_element)$/i.test(key) && /^(?:on|yes|true|1)$/i.test(value)) ||
        (/^disabled_on$/i.test(key) && /^on(?:\|on)+$/i.test(value)),
    );
    if (isOff) return `[${name}]`;
  }
  return undefined;
}

function restricts(name: string, attributes: string): boolean {
  if (namesReaders(name) || known.test(name)) return true;
  const isRank = splitName(name).some((word) => ranks.test(word));
  return attributesIn(attributes).some(([key, value]) => {
    if (isForEverybody(value) && key !== '') return false;
    if (isRank && /^levels?$/i.test(key)) return false;
    if (key === '') return isAboutReaders(value) || saysWho(value);
    if (/^visibility$/i.test(key)) return isAboutReaders(value);
    return saysWho(key) || (splitName(key).some((word) => conditions.test(word)) && isAboutReaders(value));
  });
}

/** The attributes of a shortcode; those without a name have the name "". */
function attributesIn(text: string): [key: string, value: string][] {
  const found: [key: string, value: string][] = [];
  let at = 0;
  /** Reads up to one of these characters. */
  const upTo = (ends: string) => {
    const start = at;
    while (at < text.length && !ends.includes(text[at]!)) at++;
    return text.slice(start, at);
  };
  const value = () => {
    const quote = text[at] ?? '';
    if (quote !== '"' && quote !== "'") return upTo(BLANKS);
    at++;
    const inner = upTo(quote);
    at++;
    return inner;
  };
  while (at < text.length) {
    const start = at;
    const word = upTo(`${BLANKS}="'`);
    if (text[at] === '=') {
      at++;
      found.push([word, value()]);
    } else if (word !== '') found.push(['', word]);
    else if (text[at] === '"' || text[at] === "'") found.push(['', value()]);
    if (at === start) at++;
  }
  return found;
}

const BLANKS = ' \t\r\n\u00a0';
