import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { replaceUrl, findTarget, type Replacement } from '../data/files/targets.ts';

/** The authors, and the tags and categories, that show a file. */
export interface PictureUses {
  authors: { id: string; name: string }[];
  names: { kind: 'tag' | 'category'; name: string }[];
}

/** An author whose picture or links, or a tag or category whose picture, may lead to a file. */
interface Pictured {
  targets: string[];
  author?: PictureUses['authors'][number];
  name?: PictureUses['names'][number];
}

/** All of them: at most a thousand authors, and the tags and categories with a picture. */
export async function readPictured(db: Kysely<Tables>): Promise<Pictured[]> {
  const authors = await authorRows(db).execute();
  const names = await nameRows(db).execute();
  return [
    ...authors.map(({ id, name, picture, links }) => ({
      author: { id, name },
      targets: targetsAt([picture, ...urlsIn(links)]),
    })),
    ...names.map(({ kind, name, picture }) => ({ name: { kind, name }, targets: targetsAt([picture]) })),
  ];
}

/** Those that use one of these targets. */
export function usesAmong(pictured: readonly Pictured[], targets: readonly string[]): PictureUses {
  const found = pictured.filter((one) => one.targets.some((target) => targets.includes(target)));
  return {
    authors: found.flatMap(({ author }) => author ?? []),
    names: found.flatMap(({ name }) => name ?? []),
  };
}

/** Replaces the URLs of a file in all of them. */
export async function replaceInPictures(tx: SqlEntityManager, replacement: Replacement): Promise<void> {
  const db = kyselyOf(tx);
  const isSqlite = tx.getPlatform() instanceof SqlitePlatform;
  const change = (url: string) => replaceUrl(url, replacement);
  const authors = authorRows(db);
  for (const { id, picture, links } of await (isSqlite ? authors : authors.forUpdate()).execute()) {
    const changedLinks = (JSON.parse(links) as Link[]).map((link) => ({ ...link, url: change(link.url) }));
    const changed = { picture: change(picture), links: JSON.stringify(changedLinks) };
    if (changed.picture === picture && changed.links === links) continue;
    await db.updateTable('authors').set(changed).where('id', '=', id).execute();
  }
  const names = nameRows(db);
  for (const { kind, name, picture } of await (isSqlite ? names : names.forUpdate()).execute()) {
    const changed = change(picture);
    if (changed === picture) continue;
    const row = db.updateTable('name_descriptions').set({ picture: changed });
    await row.where('kind', '=', kind).where('name', '=', name).execute();
  }
}

interface Link {
  label: string;
  url: string;
}

function authorRows(db: Kysely<Tables>) {
  return db.selectFrom('authors').select(['id', 'name', 'picture', 'links']).orderBy('id');
}

function nameRows(db: Kysely<Tables>) {
  const named = db.selectFrom('name_descriptions').select(['kind', 'name', 'picture']);
  return named.where('picture', '<>', '').orderBy('kind').orderBy('name');
}

function urlsIn(links: string): string[] {
  return (JSON.parse(links) as Link[]).map(({ url }) => url);
}

function targetsAt(urls: readonly string[]): string[] {
  return urls.flatMap((url) => (url === '' ? [] : (findTarget(url) ?? [])));
}
