import { addressesIn } from '../../../../shared/address-end.ts';
import { allowedSchemes } from '../../../../shared/allowed-html.ts';
import { tagsIn } from '../../../../shared/html-tags.ts';

/** The part of a Markdown node that is used here. */
interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}

const withWww = /(?<![a-z])https?:\/\/|(?<![\w.@/:&=?#%+-])www\./gi;
const mail =
  /(?<![\w.+-])(?:mailto:|xmpp:)?[\w.+-]{1,64}@[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63}){0,5}\.[a-z]{1,63}(?![\w-])/gi;
const resource = /^\/[\w@]{1,100}(?:\.[\w@]{1,100}){0,5}/;

/**
 * Makes links of the addresses in texts, in which parts of Markdown may be escaped. Within `<a href="…">` addresses are
 * text, because a link cannot contain another one.
 */
export function linkAddresses(tree: Node): void {
  /** The bare addresses since the last tag that opens a link. */
  let within: Node[] | undefined;
  visit(tree);

  function visit(parent: Node): void {
    parent.children = parent.children?.flatMap((child) => {
      if (child.type === 'html') readTags(child.value ?? '');
      else if (child.type === 'text') {
        const pieces = /:\/\/|www\.|@/i.test(child.value ?? '') ? piecesOf(child.value!) : [child];
        within?.push(...pieces.filter(isBareAddress));
        return pieces;
      } else if (isBareAddress(child)) within?.push(child);
      else if (child.children && child.type !== 'link' && child.type !== 'linkReference') visit(child);
      return child;
    });
  }

  function readTags(html: string): void {
    for (const { name, kind, start, end } of tagsIn(html)) {
      if (name !== 'a' || kind === 'hidden') continue;
      if (kind === 'end') within?.forEach(unlink);
      within = kind === 'start' && isLink(html.slice(start, end)) ? [] : undefined;
    }
  }
}

/** Whether a tag is a link that a post may contain. */
function isLink(tag: string): boolean {
  const [, scheme] = /\shref\s*=[\s"']*(?:([a-z][a-z\d+.-]*):)?/i.exec(tag) ?? [tag, 'none'];
  return scheme === undefined || allowedSchemes.includes(scheme.toLowerCase());
}

function isBareAddress({ type, url = '', children = [] }: Node): boolean {
  const [first, ...others] = children;
  return type === 'link' && others.length === 0 && first?.type === 'text' && url.endsWith(first.value ?? '');
}

function unlink(link: Node): void {
  Object.assign(link, { type: 'text', value: link.children![0]!.value, children: undefined, url: undefined });
}

function piecesOf(text: string): Node[] {
  const places = [
    ...addressesIn(text, withWww),
    ...Array.from(text.matchAll(mail), ({ 0: found, index }) => [index, mailEnd(text, found, index)] as const),
  ].toSorted(([a], [b]) => a - b);
  const pieces: Node[] = [];
  let done = 0;
  for (const [start, end] of places) {
    if (start < done) continue;
    if (start > done) pieces.push({ type: 'text', value: text.slice(done, start) });
    pieces.push(linkTo(text.slice(start, end)));
    done = end;
  }
  if (done < text.length) pieces.push({ type: 'text', value: text.slice(done) });
  return pieces;
}

/** That of xmpp has the name of a resource behind it. */
function mailEnd(text: string, found: string, index: number): number {
  const end = index + found.length;
  const [name = ''] = (/^xmpp:/i.test(found) && resource.exec(text.slice(end, end + 1000))) || [];
  return end + name.length;
}

function linkTo(address: string): Node {
  const prefix = /^(?:https?:\/\/|mailto:|xmpp:)/i.test(address) ? '' : /^www\./i.test(address) ? 'http://' : 'mailto:';
  return { type: 'link', url: prefix + address, children: [{ type: 'text', value: address }] };
}
