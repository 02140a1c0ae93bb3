/** So long a post has to be seen before it counts as viewed, in milliseconds. */
const A_MOMENT = 1000;

/** Counts a view of the post that this page shows, once somebody sees it: not in the background, and not in advance. */
export function countView(): void {
  const id = document.querySelector<HTMLElement>('[data-post]')?.dataset['post'];
  if (id === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(count, A_MOMENT);
  };
  const count = () => {
    document.removeEventListener('visibilitychange', watch);
    // Whether it counts is the service's to say; nothing here depends on the answer.
    fetch(`/api/posts/${encodeURIComponent(id)}/view`, { method: 'POST', keepalive: true }).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', watch);
  watch();
}
