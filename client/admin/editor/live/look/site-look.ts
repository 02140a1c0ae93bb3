import { VERSION } from '../../../../../shared/version.ts';
import { basePath } from '../../../place.ts';

let sheet: CSSStyleSheet | undefined;

/**
 * Gives the live view the style sheets of the site: its names for colours and fonts to `.live` and the title, its rules to what is in
 * `.live-site`. Without them, it has the colours and fonts of the app.
 */
export async function loadSiteLook(): Promise<void> {
  const paths = [`assets/site.css?v=${VERSION}`, 'assets/own.css'];
  try {
    const texts = await Promise.all(paths.map(async (path) => bodyIfOk(await fetch(`${basePath}/${path}`))));
    if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()));
    sheet.replaceSync(liveRules(withWholeUrls(texts.join('\n'))));
  } catch {
    // The network is gone; the next editor loads them.
  }
}

function bodyIfOk(response: Response): Promise<string> | string {
  return response.ok ? response.text() : '';
}

/** Browsers resolve the URLs of such a style sheet against the page, and ignore a `baseURL`. */
function withWholeUrls(css: string): string {
  const base = `${location.origin}${basePath}/assets/`;
  return css.replace(/\burl\(([^()]*)\)/g, (written, quoted: string) => {
    const url = quoted.replace(/^["']|["']$/g, '');
    return URL.canParse(url, base) ? `url("${new URL(url, base).href}")` : written;
  });
}

/** The rules of whole pages as rules of parts of a page. */
function liveRules(css: string): string {
  const outside: string[] = [];
  const inside: string[] = [];
  for (const rule of topRules(css)) {
    if (/^@(?:font-face|keyframes)/.test(rule)) outside.push(rule);
    else if (/^@(?:page|import|charset|layer)/.test(rule) || /^(?:html|body)\b/.test(rule)) continue;
    else if (rule.slice(0, rule.indexOf('{')).includes(':root')) outside.push(...namesIn(rule));
    // The colours of code, whose classes nothing else has.
    else if (rule.startsWith('.hljs')) outside.push(rule);
    else inside.push(rule);
  }
  return `${outside.join('\n')}\n.live-site {\n${inside.join('\n')}\n}`;
}

/** The rules as they are written: what the browser writes of a rule that it has read lacks shorthands with names. */
function topRules(css: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < css.length; at++) {
    const sign = css[at]!;
    if (sign === '"' || sign === "'") at = endOfString(css, at);
    else if (css.startsWith('/*', at)) at = endOfComment(css, at);
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0 && css.startsWith('/*', start)) start = at + 1;
    if (depth === 0 && start === at && /\s/.test(sign)) start += 1;
    if (depth > 0 || start > at || (sign !== '}' && sign !== ';')) continue;
    rules.push(css.slice(start, at + 1));
    start = at + 1;
  }
  return rules;
}

function endOfString(css: string, start: number): number {
  let at = start + 1;
  while (at < css.length && css[at] !== css[start]) at += css[at] === '\\' ? 2 : 1;
  return at;
}

function endOfComment(css: string, start: number): number {
  const end = css.indexOf('*/', start + 2);
  return end < 0 ? css.length : end + 1;
}

/** Only names: the app chooses between light and dark by itself. */
function namesIn(css: string): string[] {
  const read = new CSSStyleSheet();
  read.replaceSync(css);
  return Array.from(read.cssRules, (rule) => {
    if (!(rule instanceof CSSStyleRule)) return '';
    const { selectorText, style } = rule;
    const names = [...style].filter((name) => name.startsWith('--'));
    const declarations = names.map((name) => `${name}:${style.getPropertyValue(name)}`);
    return `${selectorText.replaceAll(':root', ':is(.live, .live-title)')}{${declarations.join(';')}}`;
  });
}
