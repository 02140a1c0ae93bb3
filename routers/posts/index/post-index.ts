import { setImmediate } from 'node:timers/promises';

import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery } from 'kysely';

import type { Post } from '../../../entities/post.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { fieldsWith, postFields } from '../../../shared/post-fields.ts';
import { parseList } from '../columns.ts';
import { plainTextInTurns, markdownToPlainText } from '../text/plain-text.ts';
import type { PostWords, SearchEngine, Statement } from './engine.ts';
import { postgresSearch } from './postgres.ts';
import { sqliteSearch } from './sqlite.ts';
import { tokenBatches, tokenize } from '../../data/words/tokens.ts';

/** The searchable fields of a post. A protected post has no content. */
export const searchedFields = fieldsWith('searchedAs', 'title', 'tags', 'excerpt', 'content');

/** The columns that the index is made from. */
export const searchable = [...searchedFields, 'excerptMade'] as const;

type SearchedField = (typeof searchedFields)[number];
export type Searchable = Pick<Post, (typeof searchable)[number]>;

/** The words of a content, which take most of the time of indexing. */
export interface ContentWords {
  content: string;
  words: string[];
}

/** Finds the words of a content before others have to wait for the transaction that writes it. */
export async function findWords(content: string): Promise<ContentWords> {
  return { content, words: await wordsIn('content', content) };
}

/**
 * Indexes a new post in the transaction that writes it. The words are deleted with its row.
 *
 * @param found the words of its content, if they are known
 */
export async function indexPost(
  tx: SqlEntityManager,
  key: number,
  post: Searchable,
  found?: ContentWords,
): Promise<void> {
  await execute(tx, searchEngine(tx).write(key, await wordsOfAsync(post, found)));
}

/** Indexes a post that has changed, in the transaction that changes it. */
export async function reindexPost(
  tx: SqlEntityManager,
  key: number,
  post: Searchable,
  found?: ContentWords,
): Promise<void> {
  const words = await wordsOfAsync(post, found);
  const engine = searchEngine(tx);
  for (const statement of [...engine.clear(key), engine.write(key, words)]) await execute(tx, statement);
}

async function execute(tx: SqlEntityManager, { sql, parameters }: Statement): Promise<void> {
  await kyselyOf(tx).executeQuery(CompiledQuery.raw(sql, [...parameters]));
}

/** The search engine of a database. */
export function searchEngine(em: SqlEntityManager): SearchEngine {
  return searchEngines[em.getPlatform() instanceof SqlitePlatform ? 'sqlite' : 'postgres'];
}

/** By the name of the dialect, for commands. */
export const searchEngines = { sqlite: sqliteSearch, postgres: postgresSearch } satisfies Record<string, SearchEngine>;

/** The words of a post by part of the index. */
export function postWords(post: Searchable): PostWords {
  const words = noWords();
  for (const { name, part, text } of textsByPart(post)) {
    if (words[part].length > 0) words[part].push(TEXT_END);
    words[part] = [...words[part], ...tokenize(isMarkdown(name) ? markdownToPlainText(text) : text)];
  }
  return words;
}

/** The same without blocking the event loop on long texts. */
async function wordsOfAsync(post: Searchable, found?: ContentWords): Promise<PostWords> {
  const words = noWords();
  for (const { name, part, text } of textsByPart(post)) {
    const isFound = name === 'content' && text === found?.content;
    const own = isFound ? found.words : await wordsIn(name, text);
    words[part] = words[part].length === 0 ? own : [...words[part], TEXT_END, ...own];
  }
  return words;
}

async function wordsIn(name: SearchedField, source: string): Promise<string[]> {
  const text = isMarkdown(name) ? await plainTextInTurns(source) : source;
  const words: string[] = [];
  for (const batch of tokenBatches(text)) {
    if (text.length > LONG_TEXT) await setImmediate();
    for (const word of batch) words.push(word);
  }
  return words;
}

/** Texts of more characters take several milliseconds. */
const LONG_TEXT = 20_000;

/** Between two texts of a part, such as two tags, so that no phrase spans them; no query has it. */
const TEXT_END = '\ue000';

const noWords = (): PostWords => ({ title: [], tags: [], excerpt: [], content: [] });

/** A text that is indexed, as it is stored. */
interface Indexed {
  name: SearchedField;
  part: keyof PostWords;
  text: string;
}

function textsByPart(post: Searchable): Indexed[] {
  return searchedFields.flatMap((name) =>
    ownTextsIn(post, name).map((text) => ({ name, part: postFields[name].searchedAs, text })),
  );
}

function isMarkdown(name: SearchedField): boolean {
  return postFields[name].kind === 'markdown';
}

function ownTextsIn(post: Searchable, name: SearchedField): string[] {
  // A generated excerpt has no words of its own.
  if (name === 'excerpt' && post.excerptMade === 1) return [];
  return fieldTexts(post, name);
}

/** The texts in a field: one, or a list. */
export function fieldTexts(post: Pick<Post, SearchedField>, name: SearchedField): string[] {
  return postFields[name].kind === 'names' ? parseList(post[name]) : [post[name]];
}
