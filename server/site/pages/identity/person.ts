import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import type { AuthorShape } from '../../../../routers/taxonomy/authors/schemas.ts';
import { authorPath } from '../../../process/paths.ts';

/** An author with a page for search engines (schema.org, Person). */
export function personWithPage({ id, name, links }: AuthorShape, { siteUrl }: Pick<Settings, 'siteUrl'>) {
  const profiles = links.map(({ url }) => url).filter(isWebUrl);
  return {
    '@type': 'Person',
    name,
    ...(siteUrl !== '' && { url: siteUrl + authorPath(id) }),
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

/** An author for search engines (schema.org, Person): the owner with the profiles of the settings. */
export function personOf(name: string, { author, authorLinks }: Pick<Settings, 'author' | 'authorLinks'>) {
  const profiles = name === author ? authorLinks.map(({ url }) => url).filter(isWebUrl) : [];
  return { '@type': 'Person', name, ...(profiles.length > 0 && { sameAs: profiles }) };
}

function isWebUrl(url: string): boolean {
  return /^https?:/i.test(url);
}
