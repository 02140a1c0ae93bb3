import { showLikesOfPost } from './likes.ts';
import { service } from './service.ts';

/** How long a page must be visible to count as viewed. */
const VIEW_DELAY_MS = 1000;
/** The longest source that the service takes. */
const MAX_SOURCE = 100;

/** Counts a view once the page is visible, not in background tabs and prerendered pages. */
export function countView(): void {
  const { post, page } = document.querySelector<HTMLElement>('[data-post], [data-page]')?.dataset ?? {};
  if (post === undefined && page === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(count, VIEW_DELAY_MS);
  };
  const count = () => {
    document.removeEventListener('visibilitychange', watch);
    if (post === undefined) send('/api/views', { page }).catch(() => undefined);
    // The service decides whether it counts. Its response says how many like the post, which cached pages do not know.
    else {
      send(`/api/posts/${encodeURIComponent(post)}/view`, {})
        .then((answer) => (answer.ok ? (answer.json() as Promise<{ likes: number }>) : null))
        .then((counts) => counts && showLikesOfPost(counts.likes))
        .catch(() => undefined);
    }
  };
  document.addEventListener('visibilitychange', watch);
  watch();
}

function send(path: string, what: { page?: string | undefined }): Promise<Response> {
  const source = new URLSearchParams(location.search).get('utm_source');
  const body = {
    ...what,
    ...(document.referrer && { referrer: document.referrer }),
    ...(source && { utmSource: source.slice(0, MAX_SOURCE) }),
  };
  return fetch(service.url + path, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
