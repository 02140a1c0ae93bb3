import { element, isBlank, isElement, replace, type Child, type Element } from '../../../html/hast.ts';
import { arrangeTable } from './arrange-table.ts';

/** Reorders the children of an element as its content model requires; returns the replacement of the element. */
export function arrange(found: Element): Child[] {
  return arrangements[found.tagName]?.(found) ?? [found];
}

const arrangements: Record<string, ((found: Element) => Child[]) | undefined> = {
  ul: arrangeList,
  ol: arrangeList,
  dl: arrangeDefinitions,
  details: arrangeDetails,
  figure: arrangeFigure,
  ruby: arrangeRuby,
  table: arrangeTable,
};

function arrangeList(list: Element): Child[] {
  list.children = list.children.map((child) =>
    isElement(child, 'li') || isSpace(child) ? child : element('li', {}, [child]),
  );
  return [list];
}

/** Terms must be followed by definitions, and either all or none are grouped. Otherwise the list becomes a `div`. */
function arrangeDefinitions(list: Element): Child[] {
  if (isGroup(list) || list.children.every((child) => isSpace(child) || isGroup(child))) {
    if (!list.children.every(isSpace)) return [list];
  }
  list.tagName = 'div';
  for (const group of [list, ...list.children]) {
    if (!isElement(group, 'div')) continue;
    for (const child of group.children) if (isElement(child) && /^d[td]$/.test(child.tagName)) child.tagName = 'div';
  }
  return [list];
}

function isGroup(node: Child): boolean {
  if (!isElement(node)) return false;
  const names = node.children.filter((child) => !isSpace(child)).map((child) => isElement(child) && child.tagName);
  return /^(?:(?:dt )+(?:dd )+)+$/.test(names.map((name) => `${name} `).join(''));
}

/** One summary, first. */
function arrangeDetails(details: Element): Child[] {
  const [first, ...others] = details.children.filter((child) => isElement(child, 'summary'));
  for (const other of others) if (isElement(other)) other.tagName = 'div';
  const summary = isElement(first) && !isBlank(first) ? first : element('summary', {}, [{ type: 'text', value: '…' }]);
  const links = takeLinks(summary);
  const content = details.children.filter((child) => child !== first);
  details.children = [summary, ...(links.length > 0 ? [element('p', {}, links)] : []), ...content];
  return [details];
}

/** A summary is a button, which hides links from screen readers: they move to a paragraph below. */
function takeLinks(summary: Element): Child[] {
  const links: Child[] = [];
  replace(summary, (node) => {
    if (node.tagName === 'input') return { type: 'text', value: node.properties['checked'] ? '☑' : '☐' };
    if (node.tagName !== 'a' || node.properties['href'] === undefined) return undefined;
    links.push(...(links.length > 0 ? [{ type: 'text' as const, value: ' ' }] : []), node);
    return element('span', {}, node.children.map(copyOf));
  });
  return links;
}

/** Copies a node without ids, which must be unique. */
function copyOf(node: Child): Child {
  if (node.type !== 'element') return node;
  const { id: _, ...properties } = node.properties;
  return element(node.tagName, properties, node.children.map(copyOf));
}

/** One caption, as the first or last child. */
function arrangeFigure(figure: Element): Child[] {
  const content = figure.children.filter((child) => !isSpace(child));
  const captions = content.filter((child) => isElement(child, 'figcaption'));
  const kept = [content[0], content.at(-1)].find((child) => isElement(child, 'figcaption'));
  for (const caption of captions) if (isElement(caption) && caption !== kept) caption.tagName = 'div';
  return [figure];
}

/** Each base text must be followed by its reading, optionally in `rp`. Otherwise the ruby is unwrapped. */
function arrangeRuby(ruby: Element): Child[] {
  const kinds = ruby.children.filter((child) => !isSpace(child)).map((child) => kindInRuby(child));
  if (/^(?:b+(?:t|p(?:tp)+))+$/.test(kinds.join(''))) return [ruby];
  return ruby.children.flatMap((child) => (kindInRuby(child) === 'b' ? child : (child as Element).children));
}

function kindInRuby(child: Child): string {
  if (isElement(child, 'rt')) return 't';
  return isElement(child, 'rp') ? 'p' : 'b';
}

function isSpace(node: Child): boolean {
  return node.type === 'text' ? node.value.trim() === '' : node.type !== 'element';
}
