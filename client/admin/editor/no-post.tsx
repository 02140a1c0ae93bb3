import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { Loading } from '../ui/loading.tsx';
import { storedTexts, type StoredText } from '../device/unsaved/texts.ts';
import { followFormerId } from './former-id.ts';
import { GonePost } from './gone-post.tsx';

interface NoPostProps {
  id: string;
  /** The fallback. */
  children: ReactNode;
}

/** A URL without a post: redirects to its new URL, or offers the stored texts of a deleted post. */
export function NoPost({ id, children }: NoPostProps) {
  const found = useQuery({
    queryKey: ['former-id', id],
    queryFn: async () => ({ id: await followFormerId(id), left: await storedTexts(id) }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (found.isPending) return <Loading />;
  if (found.isError) return children;
  if (found.data.id !== null) return <Navigate to="/posts/$id" params={{ id: found.data.id }} replace />;
  return <OfGone kept={found.data.left}>{children}</OfGone>;
}

function OfGone({ kept, children }: { kept: StoredText[]; children: ReactNode }) {
  const [left, setLeft] = useState(kept);
  if (left.length === 0) return children;
  return <GonePost left={left} gone={({ key }) => setLeft(left.filter((one) => one.key !== key))} />;
}
