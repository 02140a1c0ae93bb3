import type { ExpressionBuilder, Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { pick } from '../../../shared/pick.ts';
import { fieldNames } from '../../../shared/post-fields.ts';
import { readFocus } from '../../media/focus.ts';
import { fieldColumns, rowFields } from '../../posts/columns.ts';
import { toEncrypted } from '../../posts/summary.ts';
import { keptColumns } from '../../posts/keep-revision.ts';
import { isOutsideTrash } from '../../posts/visible.ts';
import { batches, type Batch } from './batches.ts';
import { readDependents } from './read-dependents.ts';

type Db = Kysely<Tables>;

/** Rows with their texts that are read at a time: a text may have several megabytes. */
const TEXTS = 10;
/** Rows without long texts that are read at a time. */
const ROWS = 500;

/** The posts, drafts included, in order of creation, without the trash. */
export function readPosts(db: Db): Batch {
  return batches(TEXTS, async (after, limit) => {
    const rows = await db
      .selectFrom('posts')
      .leftJoin('post_counters', 'post_counters.post_key', 'posts.key')
      .select(['posts.key', 'slug', ...fieldColumns(fieldNames), 'excerpt_made', 'enc_salt', 'enc_iv', 'enc_data'])
      .select([
        'version',
        'created_at',
        'updated_at',
        'source_key',
        'source_state',
        'slug_made',
        'kind',
        'allow_comments',
        'comments_closed',
      ])
      .leftJoin('threads', 'threads.post_key', 'posts.key')
      .select(['threads.site', 'threads.address'])
      .select(['post_counters.views', 'post_counters.likes'])
      .where('posts.key', '>', after)
      .where(isOutsideTrash)
      .orderBy('posts.key')
      .limit(limit)
      .execute();
    const dependents = await readDependents(
      db,
      rows.map(({ key }) => key),
    );
    return rows.map((row) => ({
      key: row.key,
      record: {
        id: row.slug,
        kind: row.kind,
        ...(row.site !== null && { thread: { site: row.site, address: row.address } }),
        allowComments: row.allow_comments,
        commentsClosed: row.comments_closed,
        ...rowFields(row, fieldNames),
        enc: toEncrypted(row),
        automaticExcerpt: row.excerpt_made === 1,
        automaticId: row.slug_made === 1,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
        sourceKey: row.source_key,
        sourceState: row.source_state,
        views: row.views ?? 0,
        likes: row.likes ?? 0,
        ...dependents(row.key),
      },
    }));
  });
}

/** The earlier versions of posts, the oldest first. */
export function readRevisions(db: Db): Batch {
  return batches(TEXTS, async (after, limit) => {
    const rows = await db
      .selectFrom('revisions')
      .innerJoin('posts', 'posts.key', 'revisions.post_key')
      .select(['revisions.version', 'revisions.saved_at', 'posts.slug'])
      .select(keptColumns.map((column) => `revisions.${column}` as const))
      .where('revisions.version', '>', after)
      .orderBy('revisions.version')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      key: row.version,
      record: {
        post: row.slug,
        version: row.version,
        savedAt: row.saved_at,
        ...rowFields(row, fieldNames),
        enc: toEncrypted(row),
        automaticExcerpt: row.excerpt_made === 1,
      },
    }));
  });
}

/** The unpublished changes of posts. */
export function readWorkingCopies(db: Db): Batch {
  return batches(TEXTS, async (after, limit) => {
    const rows = await db
      .selectFrom('working_copies')
      .innerJoin('posts', 'posts.key', 'working_copies.post_key')
      .select(['post_key', 'slug', 'base_version', 'fields', 'saved_at'])
      .where('post_key', '>', after)
      .orderBy('post_key')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      key: row.post_key,
      record: {
        post: row.slug,
        baseVersion: row.base_version,
        fields: JSON.parse(row.fields) as unknown,
        savedAt: row.saved_at,
      },
    }));
  });
}

/** A comment as it is stored. */
export type CommentRow = Awaited<ReturnType<typeof commentRows>>[number];

/**
 * The comments and the guestbook in their order, without spam. Without a parent that is spam, a reply is of the first
 * level, as on the site.
 *
 * @param recordOf makes a record of a row
 */
export function readComments(db: Db, recordOf: (row: CommentRow) => object = archivedComment): Batch {
  return batches(ROWS, async (after, limit) => {
    const rows = await commentRows(db, after, limit);
    return rows.map((row) => ({ key: row.key, record: recordOf(row) }));
  });
}

function commentRows(db: Db, after: number, limit: number) {
  return db
    .selectFrom('comments')
    .leftJoin('comments as parents', (join) =>
      join.onRef('parents.key', '=', 'comments.parent_key').on((on) => isNoSpam(on, 'parents')),
    )
    .leftJoin('posts', 'posts.key', 'comments.post_key')
    .leftJoin('threads', 'threads.post_key', 'comments.post_key')
    .select(['threads.address', 'threads.site'])
    .select(['comments.key', 'comments.id', 'comments.section', 'comments.author', 'comments.content'])
    .select(['comments.created_at', 'comments.status', 'comments.held_because', 'comments.likes', 'comments.pinned'])
    .select(['comments.markdown', 'comments.featured', 'comments.owner', 'comments.source_key', 'posts.slug'])
    .select(['parents.id as parent', 'parents.source_key as parent_source_key'])
    .where('comments.key', '>', after)
    .where((where) => isNoSpam(where, 'comments'))
    .orderBy('comments.key')
    .limit(limit)
    .execute();
}

/** @param table `comments`, or an alias of it */
function isNoSpam({ or, eb, ref }: ExpressionBuilder<Tables, 'comments'>, table: string) {
  const [status, verdict] = [ref(`${table}.status` as 'status'), ref(`${table}.verdict` as 'verdict')];
  return or([eb(status, '=', 'approved'), eb(verdict, 'is', null), eb(verdict, '<>', 'spam')]);
}

function archivedComment(row: CommentRow): object {
  return {
    ...pick(row, ['id', 'author', 'content', 'created_at', 'status', 'likes', 'pinned', 'featured', 'owner', 'parent']),
    post: row.section ?? row.slug ?? '',
    heldBecause: row.held_because,
    ...(row.markdown === 1 && { markdown: 1 }),
    sourceKey: row.source_key,
  };
}

/** The media library in its order: links, and records of uploaded files. */
export function readMedia(db: Db): Batch {
  return batches(ROWS, async (after, limit) => {
    const rows = await db
      .selectFrom('media')
      .select(['key', 'id', 'url', 'name', 'alt', 'kind', 'created_at', 'path', 'hash', 'focus'])
      .where('key', '>', after)
      .orderBy('key')
      .limit(limit)
      .execute();
    const keys = rows.map(({ key }) => key);
    const former = Map.groupBy(await formerPaths(db, keys), (row) => row.media_key);
    return rows.map(({ key, url, kind, path, hash, focus, ...row }) => {
      if (path === null) return { key, record: { ...row, url, kind } };
      const formerPaths = (former.get(key) ?? []).map((one) => one.path);
      return { key, record: { ...row, path, hash, focus: readFocus(focus), formerPaths } };
    });
  });
}

/** The measured sizes of images of other hosts. */
export function readSizes(db: Db): Batch {
  return batches(ROWS, async (after, limit) => {
    const rows = await db
      .selectFrom('picture_sizes')
      .select(['address_hash', 'width', 'height'])
      .where('address_hash', '>', after === 0 ? '' : String(after))
      .orderBy('address_hash')
      .limit(limit)
      .execute();
    return rows.map(({ address_hash: urlHash, ...size }) => ({ key: urlHash, record: { urlHash, ...size } }));
  });
}

async function formerPaths(db: Db, keys: number[]) {
  if (keys.length === 0) return [];
  const all = db.selectFrom('media_redirects').select(['path', 'media_key']);
  return all.where('media_key', 'in', keys).orderBy('path').execute();
}
