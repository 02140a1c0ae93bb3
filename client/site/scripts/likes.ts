import type { BlogOutputs } from '../../api/types.ts';
import { ask } from './ask.ts';
import { all, make, onClick } from './dom.ts';
import { formatNumber } from '../../../shared/formats.ts';
import { memory } from './memory.ts';
import { tell, tellRefusal } from './status.ts';
import { pageLanguage, translations } from './translations.ts';

/** The number of remembered likes. */
const MAX_LIKES = 500;

const POSTS = 'button[data-like]';
const COMMENTS = 'button[data-like-comment]';
const liked = memory<string[]>('liked', []);

/** Lets visitors like the post and its comments; the device remembers what it liked. */
export function offerLikes(): void {
  for (const actions of all('[data-actions]')) actions.hidden = false;
  showLikes(document);
  sendLikes();
}

/** Sends a like when a button inside an element is clicked; in the whole page when absent. */
export function sendLikes(within?: HTMLElement): void {
  onClick(`${POSTS},${COMMENTS}`, (button) => void like(button), within);
}

/** Shows the like buttons inside an element, pressed if this device has liked the post or comment. */
export function showLikes(within: ParentNode): void {
  const known = new Set(liked.read());
  for (const button of all(`${POSTS},${COMMENTS}`, within)) {
    button.hidden = false;
    button.setAttribute('aria-pressed', String(known.has(likeKey(button))));
  }
}

type Liked = BlogOutputs['comments']['like'] | BlogOutputs['stats']['like'];

async function like(button: HTMLElement): Promise<void> {
  const { like: post, likeComment: comment = '' } = button.dataset;
  const path = post === undefined ? `/api/comments/${comment}/like` : `/api/posts/${encodeURIComponent(post)}/like`;
  try {
    const { likes } = await ask<Liked>(path, { method: 'POST' });
    liked.write([...new Set([...liked.read(), likeKey(button)])].slice(-MAX_LIKES));
    button.setAttribute('aria-pressed', 'true');
    showNumber(button, likes);
    if (post !== undefined) tell(statusBeside(button), (await translations(button)).t('post.liked', { count: likes }));
  } catch (error) {
    await tellRefusal(statusBeside(button), error);
  }
}

/** Shows how many readers like the post of the page. */
export function showLikesOfPost(likes: number): void {
  for (const button of all(POSTS)) if (likes > 0) showNumber(button, likes);
}

function showNumber(button: HTMLElement, likes: number): void {
  const place = button.querySelector('[data-likes]');
  if (place) place.textContent = formatNumber(pageLanguage(button), likes);
}

/** With a prefix, because ids of posts may look like ids of comments (`c-…`). */
function likeKey({ dataset }: HTMLElement): string {
  return dataset['like'] === undefined ? `comment ${dataset['likeComment']}` : `post ${dataset['like']}`;
}

/** The status line beside a button; created if missing. */
export function statusBeside(button: HTMLElement): HTMLElement {
  const line = button.parentElement ?? document.body;
  const known = line.querySelector<HTMLElement>('[role=status]');
  if (known) return known;
  const status = make('span', { role: 'status' });
  line.append(status);
  return status;
}
