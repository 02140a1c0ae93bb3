import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { atSite } from '../../../../shared/site-address.ts';
import { trpc } from '../../api/api.ts';
import { basePath } from '../../place.ts';
import { useTranslations } from '../../translations/translations.ts';
import type { DocumentState } from '../document.ts';

/** The result of a search engine, which shows about 60 characters of a title and 160 of a description. */
export function SearchPreview({ state }: { state: DocumentState }) {
  const { editor } = useTranslations();
  const { title, description, host, path } = useShown(state);
  if (state.fields.noindex === 1) return <Text size="sm">{editor.noindexShown}</Text>;
  return (
    <div role="group" aria-label={editor.inSearch} className="search-preview">
      <span className="search-preview-place" dir="ltr">
        {host}
        {path}
      </span>
      <span className="search-preview-title" dir="auto">
        {cut(title, 60)}
      </span>
      <span dir="auto">{cut(description, 160)}</span>
    </div>
  );
}

/** The card of a link in messengers and social networks. */
export function SharePreview({ state }: { state: DocumentState }) {
  const { editor } = useTranslations();
  const { fields } = state;
  const { title, description, host } = useShown(state);
  const image = fields.shareImage || fields.cover;
  return (
    <div role="group" aria-label={editor.inShares} className="share-preview">
      {image !== '' && <img key={image} src={atSite(basePath, image)} alt="" />}
      <div>
        <span className="search-preview-place" dir="ltr">
          {host}
        </span>
        <strong dir="auto">{cut(fields.shareTitle || fields.metaTitle || fields.title || title, 90)}</strong>
        <span dir="auto">{cut(fields.shareDescription || description, 200)}</span>
      </div>
    </div>
  );
}

/** What the service writes into the head of the page: empty fields fall back on the title and the excerpt. */
function useShown({ fields, kind }: DocumentState) {
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  const { host } = new URL(site?.siteUrl || location.origin);
  const title = fields.title || '…';
  return {
    title: fields.metaTitle || (site ? `${title} · ${site.title}` : title),
    description: fields.metaDescription || fields.excerpt || title,
    host,
    path: kind === 'page' ? ` › ${fields.slug || '…'}` : ` › posts › ${fields.slug || '…'}`,
  };
}

function cut(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most
    ? text
    : `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
