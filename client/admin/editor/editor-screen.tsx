import { useQuery } from '@tanstack/react-query';
import { useMatch, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import type { Post, WorkingCopy } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { editorKey } from '../offline/reads.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Screen } from '../ui/screen.tsx';
import { useTranslations } from '../translations/translations.ts';
import { readPost } from './calls.ts';
import { emptyServerState, openingState, openDocument, type EditorDocument, type Kind } from './document.ts';
import { Editor } from './editor.tsx';
import { NoPost } from './no-post.tsx';
import { takeOver } from './open-documents.ts';
import { Unlock } from './unlock.tsx';

/** The editor of a post or page. When a new one gets its id, or its id changes, the editor stays as it is. */
export function EditorScreen() {
  const id = useParams({ strict: false, select: (params) => params.id ?? null });
  const { fullPath: path } = useMatch({ strict: false });
  const [open, setOpen] = useState(() => openAt(path, id));
  if (open.path !== path || open.id !== id) {
    const isSame = id !== null && open.document?.state().id === id;
    setOpen(isSame ? { ...open, path, id } : openAt(path, id));
  }
  const opened = useCallback(
    (document: EditorDocument) => setOpen((now) => (now.id === id ? { ...now, document } : now)),
    [id],
  );
  if (open.document) return <Editor key={open.document.key} document={open.document} address={open.id} />;
  return open.id === null ? null : <LoadPost key={open.id} id={open.id} opened={opened} />;
}

interface Open {
  /** The path of the route. */
  path: string;
  /** The post id in the URL; null for a new post. */
  id: string | null;
  /** Null until it is loaded. */
  document: EditorDocument | null;
}

function openAt(path: string, id: string | null): Open {
  return { path, id, document: id === null ? newDocument(path) : null };
}

/** A new page, or a new post, which may start with the text of a deleted one. */
function newDocument(path: string): EditorDocument {
  return path === '/pages/new' ? openDocument(emptyServerState('page')) : (takeOver() ?? openDocument());
}

interface LoadPostProps {
  id: string;
  opened: (document: EditorDocument) => void;
}

function LoadPost({ id, opened }: LoadPostProps) {
  const { frame } = useTranslations();
  const options = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;
  const post = useQuery({ queryKey: editorKey(id), queryFn: () => readPost(id), ...options });
  const copy = useQuery({ ...trpc.workingCopies.get.queryOptions({ id }), ...options });

  const failed = post.error ?? copy.error;
  if (failed) {
    const failure = (
      <Screen title={frame.posts}>
        <Failure error={failed} retry={() => void Promise.all([post.refetch(), copy.refetch()])} />
      </Screen>
    );
    return asBlogError(failed).code === 'NOT_FOUND' ? <NoPost id={id}>{failure}</NoPost> : failure;
  }
  if (post.isFetching || copy.isFetching || !post.data || !copy.data) return <Loading />;
  return <LoadedPost {...post.data} copy={copy.data.workingCopy} opened={opened} />;
}

interface LoadedPostProps {
  kind: Kind;
  post: Post;
  copy: WorkingCopy | null;
  opened: (document: EditorDocument) => void;
}

function LoadedPost({ kind, post, copy, opened }: LoadedPostProps) {
  const { title, enc } = post;
  useEffect(() => {
    if (enc === null) opened(openDocument(openingState(post, copy, { kind })));
  }, [kind, post, copy, enc, opened]);
  if (enc === null) return <Loading />;
  const unlocked = (content: string, password: string) =>
    opened(openDocument(openingState(post, copy, { content, kind }), password));
  return <Unlock title={title} enc={enc} unlocked={unlocked} />;
}
