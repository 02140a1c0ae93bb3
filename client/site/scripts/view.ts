import { showLikesOfPost } from './likes.ts';
import { service } from './service.ts';

/** How long a post must be visible to count as viewed. */
const VIEW_DELAY_MS = 1000;

/** Counts a view once the post is visible, not in background tabs and prerendered pages. */
export function countView(): void {
  const id = document.querySelector<HTMLElement>('[data-post]')?.dataset['post'];
  if (id === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(count, VIEW_DELAY_MS);
  };
  const count = () => {
    document.removeEventListener('visibilitychange', watch);
    // The service decides whether it counts. Its response says how many like the post, which cached pages do not know.
    fetch(`${service.url}/api/posts/${encodeURIComponent(id)}/view`, { method: 'POST', keepalive: true })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ likes: number }>) : null))
      .then((counts) => counts && showLikesOfPost(counts.likes))
      .catch(() => undefined);
  };
  document.addEventListener('visibilitychange', watch);
  watch();
}
