import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { decodePercent } from '../../../shared/decode-percent.ts';
import { atSite } from '../../../shared/site-address.ts';
import { directionOf } from '../../../shared/direction.ts';
import { directionOfHtml } from '../../../shared/text-direction.ts';
import { VERSION } from '../../../shared/version.ts';
import { trpc } from '../api/api.ts';
import { basePath } from '../place.ts';
import { fillFrame, trustedHtml } from '../offline/trusted-html.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import type { EditorDocument } from './document.ts';
import type { Fields } from '../device/unsaved/fields.ts';
import { useScrollTogether } from './use-scroll-together.ts';

interface PreviewProps {
  document: EditorDocument;
  fields: Fields;
  html: string;
}

/**
 * The post as the site shows it, in its colours and fonts, in a frame of its own, because the style sheet of the site
 * applies to whole pages. No scripts run there.
 */
export function Preview({ document, fields: { title, cover }, html }: PreviewProps) {
  const { editor } = useTranslations();
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  const theme = useComputedColorScheme('light');
  const spoken = useLanguage();
  const language = site?.language ?? spoken;
  const [page, setPage] = useState<Document | null>(null);

  useEffect(() => {
    if (!page) return;
    page.documentElement.lang = language;
    page.documentElement.dir = directionOf(language);
    page.documentElement.dataset['theme'] = theme;
  }, [page, language, theme]);
  useEffect(() => {
    if (page) show(page, title, cover, html);
  }, [page, title, cover, html]);
  useScrollTogether(document, page, html);

  return (
    <iframe
      className="editor-page"
      title={editor.preview}
      sandbox="allow-same-origin"
      ref={begin}
      onLoad={({ currentTarget }) => setPage(opened(currentTarget.contentDocument))}
    />
  );
}

/** Trusts the HTML, which the service has sanitised; the frame runs no scripts. */
const policy = trustedHtml('octavo-preview');

const EMPTY = `<!doctype html><html><head><title>-</title><link rel="stylesheet" href="${basePath}/assets/site.css?v=${VERSION}"><link rel="stylesheet" href="${basePath}/assets/own.css"></head>
<body><main id="content"><article class="post"><header dir="auto"><h1></h1><img class="cover" alt="" width="1200" height="630" hidden></header>
<div class="prose" dir="auto"></div></article></main></body></html>`;
const begin = fillFrame(policy, EMPTY);

/** Disables links, except within the text. */
function opened(page: Document | null): Document | null {
  page?.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href]');
    if (!link) return;
    event.preventDefault();
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#')) page.getElementById(decodePercent(href.slice(1)))?.scrollIntoView();
    else window.open(href, '_blank', 'noopener');
  });
  return page;
}

function show(page: Document, title: string, cover: string, html: string): void {
  const heading = page.querySelector('h1');
  const picture = page.querySelector<HTMLImageElement>('.cover');
  const prose = page.querySelector<HTMLElement>('.prose');
  if (!heading || !picture || !prose) return;
  heading.textContent = title;
  picture.hidden = cover === '';
  const src = atSite(basePath, cover);
  if (src !== picture.getAttribute('src') && cover !== '') picture.src = src;
  prose.dir = directionOfHtml(html);
  if (prose.innerHTML !== html) prose.innerHTML = policy.createHTML(html);
}
