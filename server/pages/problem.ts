import type { Settings } from '../../routers/settings/schemas.ts';
import { html } from '../html.ts';
import { layout } from './layout.ts';

/** The page that says in one sentence why there is no other. */
export function problemPage(site: Settings, status: number, sentence: string): string {
  const title = titles[status] ?? 'This did not work';
  return layout({
    site,
    title,
    hidden: true,
    body: html`<h1>${title}</h1>
      <p>${sentence}</p>
      <p><a href="/">To the posts</a></p>`,
  });
}

const titles: Record<number, string> = {
  403: 'Not allowed',
  404: 'Not found',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Please come back in a moment',
};
