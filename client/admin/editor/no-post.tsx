import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { Loading } from '../ui/loading.tsx';
import { keptOf, type Kept } from './device.ts';
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
    queryFn: async () => ({ id: await followFormerId(id), left: await keptOf(id) }),
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

function OfGone({ kept, children }: { kept: Kept[]; children: ReactNode }) {
  const [left, setLeft] = useState(kept);
  if (left.length === 0) return children;
  return <GonePost left={left} gone={({ key }) => setLeft(left.filter((one) => one.key !== key))} />;
}
