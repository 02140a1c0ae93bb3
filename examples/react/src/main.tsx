import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';

import { Guestbook } from './guestbook.tsx';
import { Posts } from './posts.tsx';
import { queryClient } from './trpc.ts';

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <Posts />
    <Guestbook />
  </QueryClientProvider>,
);
