import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { asBlogError } from '../api/as-blog-error.ts';
import type { Post, WorkingCopy } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { editorKey } from '../offline/reads.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Screen } from '../ui/screen.tsx';
import { useTranslations } from '../translations/translations.ts';
import { readPost } from './calls.ts';
import { openingState, openDocument, type EditorDocument, type Kind } from './document.ts';
import { Editor } from './editor.tsx';
import { NoPost } from './no-post.tsx';
import { takeOver } from './open-documents.ts';
import { Unlock } from './unlock.tsx';

/** The editor of an existing post or page. */
export function EditorScreen() {
  const { id } = useParams({ from: '/posts/$id' });
  const [shown, show] = useState({ id, key: id });
  // When the id of the open post follows its title, the editor stays mounted.
  if (shown.id !== id) show({ id, key: takeOver(id) ? shown.key : id });
  return <Opening key={shown.key} id={id} />;
}

/** Takes over the document of another screen, or loads the post. */
function Opening({ id }: { id: string }) {
  const [existing] = useState(() => takeOver(id));
  return existing ? <Editor document={existing} address={id} /> : <LoadPost id={id} />;
}

function LoadPost({ id }: { id: string }) {
  const { frame } = useTranslations();
  const [document, setDocument] = useState<EditorDocument | null>(null);
  const options = { enabled: document === null, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;
  const post = useQuery({ queryKey: editorKey(id), queryFn: () => readPost(id), ...options });
  const copy = useQuery({ ...trpc.workingCopies.get.queryOptions({ id }), ...options });

  if (document) return <Editor document={document} address={id} />;
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
  return <LoadedPost {...post.data} copy={copy.data.workingCopy} opened={setDocument} />;
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
