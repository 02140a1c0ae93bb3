import { parseMember, type ArchiveKind } from '../../../shared/archive.ts';
import { ownKey } from '../../../shared/exported-file.ts';
import type { ImportComment, ImportPost } from '../../index.ts';
import { jsonSize } from '../chunks.ts';
import type { ImportOptions } from '../import-posts.ts';
import type { ImportReport } from '../import-report.ts';
import { sendItems, type Sendable } from '../send-items.ts';
import { archivedFiles } from './files.ts';
import { fittingRecords } from './fitting-records.ts';
import type { Archive } from './open.ts';
import type { ArchiveTarget } from './target.ts';

/** Limits of a call, below those of the service. */
const CHUNK = { items: 50, bytes: 2 * 1024 * 1024 };

/** A post in an archive. */
type Post = Omit<ImportPost, 'sourceKey'> & {
  id: string;
  created_at: string;
  sourceKey: string | null;
  automaticExcerpt: boolean;
};

/** A comment in an archive. */
type Comment = Omit<ImportComment, 'sourceKey' | 'parent' | 'owner'> & {
  id: string;
  sourceKey: string | null;
  parent: string | null;
  owner: 0 | 1;
};

/**
 * Imports the posts, comments and files of an archive into a blog that has some already, like those of other systems.
 */
export async function importLikeOthers(
  target: ArchiveTarget,
  archive: Archive,
  { dryRun, start, signal }: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const { counts, members } = archive.manifest;
  const files = archivedFiles(target, archive, report, dryRun);
  const keys = { posts: new Map<string, string>(), comments: new Map<string, string>() };
  const postKeys = new Set<string>();
  const progress = start(counts.posts + counts.comments);
  let done = 0;
  let items: Sendable[] = [];
  let bytes = 0;
  const isPost = (sourceKey: string) => postKeys.has(sourceKey);
  const toItem = async (kind: ArchiveKind, value: unknown) => {
    if (kind === 'comments') return { comment: toComment(value as Comment, keys) };
    if (kind !== 'posts') return undefined;
    const post = await files.rewritten(toPost(value as Post, keys, archive.manifest.createdAt));
    postKeys.add(post.sourceKey);
    return { post };
  };
  const flush = async () => {
    if (items.length > 0) await sendItems(target.import, items, { dryRun, report, isPost });
    progress.at((done += items.length));
    items = [];
    bytes = 0;
  };
  try {
    for (const { name } of members) {
      const member = parseMember(name);
      if (member?.is !== 'records') continue;
      for await (const { line, value } of fittingRecords(archive, name, report)) {
        if (signal?.aborted) return;
        if (member.kind === 'media') await files.note(value);
        const what = await toItem(member.kind, value);
        if (!what) continue;
        report.redirects += what.post?.aliases?.length ?? 0;
        const own = jsonSize(what);
        if (items.length >= CHUNK.items || bytes + own > CHUNK.bytes) await flush();
        items.push({ place: `${name}:${line}`, bytes: own, ...what });
        bytes += own;
      }
      await flush();
    }
  } finally {
    progress.stop();
  }
}

interface Keys {
  posts: Map<string, string>;
  comments: Map<string, string>;
}

/** A post in the format of an import; an automatic excerpt is generated again. */
function toPost(record: Post, keys: Keys, exportedAt: string): ImportPost {
  const { automaticExcerpt, excerpt, sourceKey, ...post } = record;
  const key = sourceKey ?? ownKey(record);
  keys.posts.set(record.id, key);
  const taken = Object.fromEntries(Object.entries(post).filter(([name]) => !notTaken.has(name)));
  // It was not public when it was exported.
  const wasScheduled = record.status === 'published' && (record.publishAt ?? '') > exportedAt;
  return {
    ...(taken as Omit<ImportPost, 'sourceKey'>),
    ...(!automaticExcerpt && { excerpt }),
    ...(wasScheduled && { wasScheduled }),
    sourceKey: key,
  };
}

/** The fields that apply to a post in the blog of the archive only. */
const notTaken = new Set(['version', 'views', 'likes', 'days', 'formerIds', 'sourceState', 'automaticId']);

function toComment(record: Comment, keys: Keys): ImportComment {
  const { id, post, parent, author, content, created_at, status, owner, sourceKey } = record;
  const key = sourceKey ?? `octavo:${id}`;
  if (sourceKey !== null) keys.comments.set(id, sourceKey);
  return {
    sourceKey: key,
    post: keys.posts.get(post) ?? post,
    ...(parent !== null && { parent: keys.comments.get(parent) ?? `octavo:${parent}` }),
    author,
    content,
    created_at,
    status,
    owner: owner === 1,
  };
}
