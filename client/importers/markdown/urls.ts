import { outsideCode } from './outside-code.ts';

/** Returns the URL to use in place of another one, or undefined to keep it. */
export type ReplaceUrl = (url: string) => string | undefined;

// Bounded lengths prevent quadratic time for a file full of `](`.
const inline = /(\]\(\s{0,9})(?:<([^>\n]{0,2000})>|([^\s()<]{0,2000}(?:\([^\s()]{0,300}\)[^\s()]{0,300}){0,9}))/g;
// A label may begin with code, which is no part of the text.
const definition = /((?:^ {0,3}\[(?!\^)|(?<![^]))[^[\]\n]{0,300}\]:[ \t]*)(?:<([^>\n]{1,2000})>|([^\s<>]{1,2000}))/gm;
const tag = /<[a-z][^<>]{1,2000}>/gi;
const attribute = /(\s(?:href|src|poster|data)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Replaces the URLs of links, images and HTML attributes in a Markdown text, except in code. */
export function replaceUrls(markdown: string, replace: ReplaceUrl): string {
  return outsideCode(markdown, (text) =>
    text
      .replace(inline, (all, lead: string, pointed?: string, bare?: string) => {
        const url = replaced(pointed ?? bare ?? '', replace);
        return url === undefined ? all : lead + destination(url);
      })
      .replace(definition, (all, lead: string, pointed?: string, bare?: string) => {
        const url = replaced(pointed ?? bare ?? '', replace);
        return url === undefined ? all : lead + destination(url);
      })
      .replace(tag, (whole) =>
        whole.replace(attribute, (all, lead: string, double?: string, single?: string, bare?: string) => {
          const url = replaced((double ?? single ?? bare ?? '').replaceAll('&amp;', '&'), replace);
          return url === undefined ? all : `${lead}"${url.replaceAll('&', '&amp;').replaceAll('"', '%22')}"`;
        }),
      ),
  );
}

/** The URLs of a Markdown text, in order. */
export function urlsIn(markdown: string): string[] {
  const urls: string[] = [];
  replaceUrls(markdown, (url) => void urls.push(url));
  return urls;
}

function replaced(url: string, replace: ReplaceUrl): string | undefined {
  return url === '' ? undefined : replace(url);
}

function destination(url: string): string {
  return /[\s()<>]/.test(url) ? `<${url.replace(/[<>]/g, encodeURIComponent)}>` : url;
}
