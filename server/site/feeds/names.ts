import { appError } from '../../../routers/base/errors.ts';
import { requireAuthor } from '../../../routers/taxonomy/authors/read.ts';
import { currentName } from '../../../routers/taxonomy/named.ts';
import type { NameKind } from '../../../routers/taxonomy/schemas.ts';
import { isStorable } from '../../../routers/base/text.ts';
import type { ReadTarget, Routes } from '../../http/routes.ts';
import { Moved, textOrMoved } from '../pages/redirects.ts';
import { authorPath, AUTHORS, nameFeedPath, nameFolders, namePath } from '../../process/paths.ts';
import type { CacheableRead } from '../../http/cacheable-read.ts';
import type { Services } from '../../../routers/core/context.ts';
import type { Changes } from '../../storage/changes.ts';
import type { Renderer } from '../render/markdown.ts';
import { changeTimes } from './change-times.ts';
import { collect } from './collect.ts';
import { formats, type Format } from './formats.ts';
import type { FeedContext } from './feed-context.ts';
import { feedRead } from './feed-read.ts';

/** Adds the feeds of each tag, category and author, such as `/tags/<tag>/feed.xml`. */
export function addNameFeeds(
  { addRead }: Routes,
  { services, renderer, changes }: { services: Services; renderer: Renderer; changes: Changes },
): void {
  const { clock } = services;
  const startedAt = new Date(clock.now());
  const changedAt = changeTimes(clock, changes);
  const errors = textOrMoved(services);

  function read(kind: NameKind, format: Format, { params: { name = '' } }: ReadTarget): CacheableRead {
    const path = nameFeedPath(kind, name, format.file);
    return feedRead(path, format.type, changedAt, (context) => write(context, kind, name, format));
  }

  /** @throws NOT_FOUND, Moved for a former name */
  async function write(context: FeedContext, kind: NameKind, name: string, { file, write }: Format): Promise<string> {
    if (!isStorable(name)) throw nothingNamed();
    const feed = await collect(context, renderer, startedAt, { kind, name });
    if (feed.items.length > 0) return write(feed, { page: namePath(kind, name), self: nameFeedPath(kind, name, file) });
    const current = await currentName(context.call, kind, name);
    if (current !== null) throw new Moved(nameFeedPath(kind, current, file));
    throw nothingNamed();
  }

  /** @throws NOT_FOUND, Moved for another spelling of the id */
  async function writeAuthor(context: FeedContext, id: string, { file, write }: Format): Promise<string> {
    const author = await requireAuthor(context.call.em, id);
    const page = authorPath(author.id);
    if (author.id !== id) throw new Moved(`${page}/${file}`);
    const feed = await collect(context, renderer, startedAt, { kind: 'author', name: id, author });
    return write(feed, { page, self: `${page}/${file}` });
  }

  for (const kind of ['tag', 'category'] as const) {
    for (const format of formats) {
      const resolve = (target: ReadTarget) => read(kind, format, target);
      addRead(`${nameFolders[kind]}/:name/${format.file}`, { resolve, errors });
    }
  }
  for (const format of formats) {
    const resolve = ({ params: { id = '' } }: ReadTarget) =>
      feedRead(`${authorPath(id)}/${format.file}`, format.type, changedAt, (context) =>
        writeAuthor(context, id, format),
      );
    addRead(`${AUTHORS}/:id/${format.file}`, { resolve, errors });
  }
}

function nothingNamed(): Error {
  return appError('NOT_FOUND', 'There are no posts with this name.');
}
