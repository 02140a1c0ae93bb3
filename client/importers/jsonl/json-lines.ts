import type { ImportComment, ImportPost } from '../../index.ts';
import { fieldNames, type FieldName } from '../../../shared/post-fields.ts';
import type { Importer, SourceItem } from '../importer.ts';
import { toId } from '../markdown/choose-ids.ts';
import { readTable, type Fields } from '../markdown/fields.ts';
import { checkDepth, refuseItem } from '../unfit.ts';
import { SCHEDULED_REASON } from '../scheduled-reason.ts';
import { readLines, LONGEST_LINE } from './lines.ts';

/** JSON Lines: a post or comment on each line, with the fields of `transfer.import`. docs/importing.md describes it. */
export const jsonLines: Importer = {
  name: 'jsonl',
  system: 'any program as JSON Lines',
  hasEmails: true,
  recognizes: (start) => /^\s*\{[^\n]*"type"\s*:\s*"(?:post|comment)"/.test(start),
  async *read(source) {
    const lineOfKey = new Map<string, number>();
    for await (const { number, text } of readLines(source)) {
      if (text?.trim() === '') continue;
      const place = `line ${number}`;
      try {
        const item = parseItem(text, place);
        const key = itemKey(item);
        const earlier = lineOfKey.get(key);
        if (earlier !== undefined) throw new Error(`Line ${earlier} has the same sourceKey.`);
        lineOfKey.set(key, number);
        yield item;
      } catch (error) {
        yield refuseItem(place, error);
      }
    }
  },
};

type Item = Extract<SourceItem, { kind: 'post' | 'comment' }>;
/** The type that a field must have to be read here; the service checks the others. */
type Check = 'text' | 'texts' | 'any';

/** The fields that an author writes, of which the service checks most. */
const written = Object.fromEntries(fieldNames.map((name) => [name, 'any'])) as Record<FieldName, Check>;

const postFields: Record<keyof ImportPost | 'html', Check> = {
  ...written,
  sourceKey: 'text',
  title: 'text',
  id: 'text',
  content: 'text',
  html: 'text',
  cover: 'text',
  date: 'text',
  aliases: 'texts',
  authors: 'texts',
  password: 'any',
  enc: 'any',
  wasScheduled: 'any',
  created_at: 'any',
  updated_at: 'any',
  kind: 'any',
  allowComments: 'any',
  commentsClosed: 'any',
};

const commentFields: Record<keyof ImportComment, Check> = {
  sourceKey: 'text',
  post: 'text',
  title: 'text',
  parent: 'text',
  author: 'text',
  content: 'text',
  created_at: 'any',
  status: 'any',
  owner: 'any',
  markdown: 'any',
  email: 'text',
};

const kinds = {
  post: { fields: postFields, required: ['sourceKey', 'title'], present: [] },
  comment: { fields: commentFields, required: ['sourceKey', 'post'], present: ['author', 'content'] },
};

function parseItem(text: string | undefined, place: string): Item {
  const { type, ...fields } = parsed(text);
  if (type !== 'post' && type !== 'comment') throw new Error('Its type must be "post" or "comment".');
  check(fields, kinds[type]);
  if (type === 'comment') return toItem(fields as unknown as ImportComment, place);
  const { id, content = '', html, aliases = [], ...post } = fields as unknown as ImportPost & { html?: string };
  if (html !== undefined && content !== '') throw new Error('It has both content and html: only one can be its text.');
  return {
    kind: 'post',
    place,
    slug: toId(id ?? '') || toId(post.title) || 'post',
    url: aliases.find((alias) => URL.canParse(alias)),
    aliases: aliases.map(aliasPath),
    text: html === undefined ? { markdown: content } : { html },
    draftBecause: post.wasScheduled === true ? SCHEDULED_REASON : undefined,
    notes: [],
    post,
  };
}

/** Empty texts are those of an empty place. */
function toItem(comment: ImportComment, place: string): Item {
  const [author, content] = [comment.author.trim(), comment.content.trim()];
  if (author === '' && content !== '') throw new Error('Its author is missing.');
  return { kind: 'comment', place, comment: { ...comment, author, content: content === '' ? '' : comment.content } };
}

function parsed(text: string | undefined): Fields {
  if (text === undefined) throw new Error(`It is longer than ${LONGEST_LINE / 1_000_000} MB: shorten or split it.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('It is not JSON: each line must be one object.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('It is not an object.');
  checkDepth(value);
  return readTable(value);
}

/** An unknown field may be a misspelt one, such as the time from which a post is public. */
function check(
  fields: Fields,
  { fields: known, required, present }: { fields: Record<string, Check>; required: string[]; present: string[] },
): void {
  for (const [name, value] of Object.entries(fields)) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined) {
      throw new Error(`The field "${name}" is not known; the fields are ${Object.keys(known).join(', ')}.`);
    }
    const isRight = kind === 'any' || (kind === 'text' ? isText(value) : Array.isArray(value) && value.every(isText));
    if (!isRight) throw new Error(`Its ${name} must be ${kind === 'text' ? 'a text' : 'a list of texts'}.`);
  }
  const missing =
    required.find((name) => String(fields[name] ?? '').trim() === '') ??
    present.find((name) => fields[name] === undefined);
  if (missing !== undefined) throw new Error(`Its ${missing} is missing.`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function aliasPath(alias: string): string {
  return URL.canParse(alias) ? new URL(alias).pathname : alias;
}

/** Posts and comments may have the same keys. */
function itemKey(item: Item): string {
  return `${item.kind} ${item.kind === 'post' ? item.post.sourceKey : item.comment.sourceKey}`;
}
