import type { Translate } from '../../../../../shared/translate.ts';
import { basePath } from '../../../place.ts';
import { currentTranslations } from '../../../translations/translations.ts';

/** How many blocks are kept. */
const MAX_KEPT = 300;
/** How deep elements may be nested; browsers lay out thousands of levels for many seconds. */
const MAX_DEPTH = 200;
const kept = new Map<string, DocumentFragment>();

/** A block that was rendered before; null for others, which `renderBlock` renders. */
export function knownBlock(source: string): DocumentFragment | null {
  return (kept.get(source)?.cloneNode(true) as DocumentFragment | undefined) ?? null;
}

/**
 * Renders a block in this browser, as browsers of visitors render protected posts: it is sanitised by the same rules as
 * the preview, and no text leaves the browser. One that is nested too deep is shown as written.
 */
export async function renderBlock(source: string): Promise<DocumentFragment> {
  const { renderMarkdown: rendered } = await import('../../../../site/scripts/rendered.ts');
  const { text } = await rendered(source, translate);
  if (isTooDeep(text)) text.replaceChildren(source);
  for (const image of text.querySelectorAll('img'))
    image.setAttribute('src', imageAddress(image.getAttribute('src') ?? ''));
  // As tall as the player that the site loads after a click.
  for (const card of text.querySelectorAll<HTMLElement>('.card.video')) card.dataset['player'] = '';
  kept.set(source, text);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return text.cloneNode(true) as DocumentFragment;
}

function isTooDeep(text: DocumentFragment): boolean {
  let level: readonly Element[] = [...text.children];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap(({ children }) => [...children]);
  }
  return false;
}

/** The address of a picture in a post, which may be relative to that. */
export function imageAddress(src: string): string {
  if (src.startsWith('/') && !src.startsWith('//')) return basePath + src;
  const base = `${location.origin}${basePath}/posts/`;
  return URL.canParse(src, base) ? new URL(src, base).href : '';
}

/** The words of the site that appear in blocks. */
const translate: Translate = (key) => {
  const [group, name] = key.split('.');
  const { alerts } = currentTranslations().live;
  return group === 'alert' ? (alerts[name as keyof typeof alerts] ?? '') : '';
};
