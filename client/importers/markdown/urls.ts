import { outsideCode } from './outside-code.ts';

/** Returns the URL to use in place of another one, or undefined to keep it. */
export type ReplaceUrl = (url: string) => string | undefined;

// Each one stops where the next could begin: a file full of `](` takes linear time.
const inline = /(\]\(\s*)(?:<([^<>\n]*)>|([^\s()<]*(?:\([^\s()]*\)[^\s()]*)*))/g;
// A label may begin with code, which is no part of the text.
const definition = /((?:^ {0,3}\[(?!\^)|(?<![^]))[^[\]\n]*\]:[ \t]*)(?:<([^<>\n]+)>|([^\s<>]+))/gm;
const tag = /<[a-z][^<>]+>/gi;
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
export function findUrls(markdown: string): string[] {
  const urls: string[] = [];
  replaceUrls(markdown, (url) => {
    urls.push(url);
  });
  return urls;
}

function replaced(url: string, replace: ReplaceUrl): string | undefined {
  return url === '' ? undefined : replace(url);
}

function destination(url: string): string {
  return /[\s()<>]/.test(url) ? `<${url.replace(/[<>]/g, encodeURIComponent)}>` : url;
}
