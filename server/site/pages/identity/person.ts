import type { Settings } from '../../../../routers/data/settings/schemas.ts';

/** An author for search engines (schema.org, Person): the owner with the profiles of the settings. */
export function personOf(name: string, { author, authorLinks }: Pick<Settings, 'author' | 'authorLinks'>) {
  const profiles = name === author ? authorLinks.map(({ url }) => url).filter((url) => /^https?:/i.test(url)) : [];
  return { '@type': 'Person', name, ...(profiles.length > 0 && { sameAs: profiles }) };
}
