import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { Loading } from '../ui/loading.tsx';
import { keptOf } from './device.ts';
import { followFormerId } from './former-id.ts';
import { GonePost } from './gone-post.tsx';

interface NoPostProps {
  id: string;
  /** What is said when there is nothing to be done about it. */
  children: ReactNode;
}

/** An address without a post: leads to where the post is now, or offers what this device kept of one that is gone. */
export function NoPost({ id, children }: NoPostProps) {
  const found = useQuery({
    queryKey: ['former-id', id],
    queryFn: () => followFormerId(id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (found.isPending) return <Loading />;
  if (found.data) return <Navigate to="/posts/$id" params={{ id: found.data }} replace />;
  return <OfGone id={id}>{children}</OfGone>;
}

function OfGone({ id, children }: NoPostProps) {
  const [left, setLeft] = useState(() => keptOf(id));
  if (left.length === 0) return children;
  return <GonePost left={left} gone={({ key }) => setLeft(left.filter((one) => one.key !== key))} />;
}
