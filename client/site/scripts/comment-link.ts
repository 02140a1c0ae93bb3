import { ask } from './ask.ts';
import { all } from './dom.ts';
import { service } from './service.ts';

/** Leads from `#c-…` to the page that shows this comment if it is older than those of this page. */
export function leadToComments(): void {
  addEventListener('hashchange', () => void leadToComment());
  // A page that was reached in this way has the comment, unless it was deleted in between.
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!arrival?.redirectCount) void leadToComment();
}

async function leadToComment(): Promise<void> {
  const { hash } = location;
  if (!/^#c-[\w-]+$/.test(hash)) return;
  const id = hash.slice(1);
  for (const { dataset } of all('[data-thread]')) {
    if (document.getElementById(id)) return;
    const thread = encodeURIComponent(dataset['thread'] ?? '');
    const exists = await ask(`/api/posts/${thread}/comments/${id}`).then(
      () => true,
      () => false,
    );
    if (!exists || location.hash !== hash) continue;
    // The page of a thread loads the part itself; its comments have their permanent URLs elsewhere.
    const own = `${location.pathname}?at=${id}${hash}`;
    return location.replace('at' in dataset ? own : `${service.url}/posts/${thread}/comments/${id}`);
  }
}
