import type { BlogOutputs } from '../../types.ts';
import { ask } from './ask.ts';
import { all, make, onClick } from './dom.ts';
import { formatNumber } from '../../../shared/formats.ts';
import { memory } from './memory.ts';
import { tell, tellRefusal } from './status.ts';
import { translations } from './translations.ts';

/** The number of remembered likes. */
const MAX_LIKES = 500;

const POSTS = 'button[data-like]';
const COMMENTS = 'button[data-like-comment]';
const liked = memory<string[]>('liked', []);

/** Lets visitors like the post and its comments; the device remembers what it liked. */
export function offerLikes(): void {
  for (const actions of all('[data-actions]')) actions.hidden = false;
  showLikes(document);
  onClick(`${POSTS},${COMMENTS}`, (button) => void like(button));
}

/** Shows the like buttons inside of an element, pressed where this device liked before. */
export function showLikes(within: ParentNode): void {
  const known = new Set(liked.read());
  for (const button of all(`${POSTS},${COMMENTS}`, within)) {
    button.hidden = false;
    button.setAttribute('aria-pressed', String(known.has(keyOf(button))));
  }
}

type Liked = BlogOutputs['comments']['like'] | BlogOutputs['stats']['like'];

async function like(button: HTMLElement): Promise<void> {
  const { like: post, likeComment: comment = '' } = button.dataset;
  const path = post === undefined ? `/api/comments/${comment}/like` : `/api/posts/${encodeURIComponent(post)}/like`;
  try {
    const { likes } = await ask<Liked>(path, { method: 'POST' });
    liked.write([...new Set([...liked.read(), keyOf(button)])].slice(-MAX_LIKES));
    button.setAttribute('aria-pressed', 'true');
    if (post === undefined) showNumber(button, likes);
    else tell(statusBeside(button), (await translations()).t('post.liked', { count: likes }));
  } catch (error) {
    await tellRefusal(statusBeside(button), error);
  }
}

function showNumber(button: HTMLElement, likes: number): void {
  const place = button.querySelector('[data-likes]') ?? button;
  place.textContent = formatNumber(document.documentElement.lang, likes);
}

/** The ids of comments begin with `c-`, as those of some posts may. */
function keyOf({ dataset }: HTMLElement): string {
  return dataset['like'] === undefined ? `comment ${dataset['likeComment']}` : `post ${dataset['like']}`;
}

/** The status line beside a button; made when there is none yet. */
export function statusBeside(button: HTMLElement): HTMLElement {
  const line = button.parentElement ?? document.body;
  const known = line.querySelector<HTMLElement>('[role=status]');
  if (known) return known;
  const status = make('span', { role: 'status' });
  line.append(status);
  return status;
}
