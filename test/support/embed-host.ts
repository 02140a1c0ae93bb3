import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const STYLE = `
  body { margin: 1rem; background: #fff; color: #222; font: 16px/1.5 sans-serif }
  @media (prefers-color-scheme: dark) { body { background: #14161a; color: #e8e8e8 } }
  .dark { background: #14161a }
  .reserved { display: block; min-height: 8000px }
`;

/** A site of another origin, whose pages embed comments. */
export interface EmbedHost {
  origin: string;
  close(): void;
}

/** What a page of the host contains. */
export interface EmbedPage {
  html: string;
  /** The attributes of the element html; default: `lang="en"`. */
  root?: string;
  /** The Content Security Policy; default: a strict one. */
  policy?: string;
}

/** @param service returns the URL of the blog */
export async function startEmbedHost(service: () => string): Promise<EmbedHost> {
  const host = createServer(({ url = '/' }, res) => {
    if (url === '/style.css') return res.setHeader('Content-Type', 'text/css').end(STYLE);
    const { searchParams } = new URL(url, 'http://localhost');
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader('Content-Security-Policy', searchParams.get('policy') ?? `default-src 'self' ${service()}`);
    return res.end(pageWith(searchParams.get('html') ?? '', searchParams.get('root') ?? 'lang="en"', service()));
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  return {
    origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    close: () => void host.close(),
  };
}

/** The path of a page. */
export function pathOf({ html, ...more }: EmbedPage): string {
  return `/?${new URLSearchParams({ html, ...more })}`;
}

/** The comments of a post. */
export function commentsElement(post: string, attributes = ''): string {
  return `<octavo-comments post="${post}" ${attributes}></octavo-comments>`;
}

function pageWith(html: string, root: string, service: string): string {
  return `<!doctype html><html ${root}><head><title>A front end</title>
    <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css">
    <script type="module" src="${service}/embed.js"></script></head>
    <body><main><h1>A front end</h1>${html}</main></body></html>`;
}

/** Pages with their language right, wrong and missing, embedding comments of a blog in French. */
export const embedLanguages: readonly { title: string; page: EmbedPage; language: string; send: string }[] = [
  ...[
    ['no lang', ''],
    ['an empty lang', 'lang=""'],
    ['a lang that the blog has no texts for', 'lang="xx-invalid"'],
    ['a lang that is no language tag', 'lang="no tag!"'],
  ].map(([title = '', root = '']) => ({
    title: `${title}: that of the blog`,
    page: { html: commentsElement('talk'), root },
    language: 'fr',
    send: 'Envoyer',
  })),
  {
    title: 'a lang with an underscore: that language',
    page: { html: commentsElement('talk'), root: 'lang="en_US"' },
    language: 'en',
    send: 'Send',
  },
  ...['no tag!', 'xx', ''].map((wrong) => ({
    title: `the attribute language="${wrong}": the lang of the page`,
    page: { html: commentsElement('talk', `language="${wrong}"`), root: 'lang="de-AT"' },
    language: 'de',
    send: 'Senden',
  })),
  {
    title: 'a wrong lang around the element: the next lang around that',
    page: { html: `<div lang="es"><p lang="??">${commentsElement('talk')}</p></div>`, root: 'lang="de"' },
    language: 'es',
    send: 'Enviar',
  },
  {
    title: 'an attribute language with a page without lang: the attribute',
    page: { html: commentsElement('talk', 'language="ja"'), root: '' },
    language: 'ja',
    send: '送信',
  },
];
