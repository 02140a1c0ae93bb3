import type { FieldValues } from './field-values.ts';
import { fieldNames, postFields, type FieldName } from './post-fields.ts';

/** The fields of a post that an export writes; the service's post detail has them. */
export interface WritablePost extends Omit<FieldValues, 'publishAt'> {
  id: string;
  /** Absent: a post. */
  kind?: 'post' | 'page';
  /** Whether a page takes comments. */
  allowComments?: 0 | 1;
  /** 1 for a post that takes none. */
  commentsClosed?: 1 | undefined;
  publishAt?: string | null;
  enc?: { salt: string; iv: string; data: string } | null;
}

/**
 * A post as a Markdown file with YAML front matter, which an import reads back to an equal post. The content
 * follows after one empty line and is not changed. Other tools understand title, date, tags, category, draft, aliases.
 * @param extra.aliases old paths of the post
 * @param extra.sourceKey the key by which a later import recognizes the post
 * @param extra.created when the post was created, ISO 8601 in UTC
 * @param extra.updated when it last changed
 */
export function markdownOf(
  post: WritablePost,
  extra: { aliases?: string[]; sourceKey?: string; created?: string; updated?: string } = {},
): string {
  const isPage = post.kind === 'page';
  const names = fieldNames.filter((name) => !(isPage && name === 'date'));
  const declared = names.flatMap((name) =>
    postFields[name].frontMatter.slice(0, 1).map((key): [string, unknown] => [key, declaredAs(name, post)]),
  );
  const fields: [string, unknown][] = [
    ...declared.toSpliced(1, 0, ['id', post.id]),
    ['kind', isPage ? 'page' : undefined],
    ['comments', commentsIn(post)],
    ['created_at', extra.created],
    ['updated_at', extra.updated],
    ['aliases', extra.aliases?.length ? extra.aliases : undefined],
    ['source_key', extra.sourceKey],
    ['enc', post.enc ?? undefined],
  ];
  const lines = fields.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${toYaml(value)}\n`);
  return `---\n${lines.join('')}---\n\n${post.content}`;
}

/** Only what differs from the default: pages take no comments, posts do. */
function commentsIn({ kind, allowComments, commentsClosed }: WritablePost): boolean | undefined {
  if (kind === 'page') return allowComments === 1 ? true : undefined;
  return commentsClosed === 1 ? false : undefined;
}

function declaredAs(name: FieldName, post: WritablePost): unknown {
  if (name === 'publishAt') return publishAtOf(post);
  if (postFields[name].kind === 'flag') return post[name] === 1;
  return name === 'status' ? post.status === 'draft' : post[name];
}

/** null for a post that is visible although its date is still to come: an import would schedule it. */
function publishAtOf({ publishAt, date, kind }: WritablePost): string | null | undefined {
  if (kind === 'page') return publishAt ?? undefined;
  return publishAt ?? (date > new Date().toISOString().slice(0, 10) ? null : undefined);
}

// JSON is YAML, and one line long. Escaped besides: what YAML calls unprintable or takes for the end of a line.
function toYaml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
