import type { Media } from '../../index.ts';

/** The Markdown that shows a picture, or links to what is none. */
export function markdownOf(media: Pick<Media, 'url' | 'name' | 'alt' | 'kind'>): string {
  const address = addressIn(media.url);
  return media.kind === 'image' ? `![${textIn(media.alt)}](${address})` : `[${textIn(nameOf(media))}](${address})`;
}

/** What a link is called; one without a name by its address. */
export function nameOf({ name, url }: Pick<Media, 'url' | 'name'>): string {
  return name || url;
}

/** Without what would end the brackets, or bind more strongly than they do. */
function textIn(text: string): string {
  return text.replace(/[\\[\]`<]/g, String.raw`\$&`);
}

/** Parentheses would end the address, were it not for the angle brackets. */
function addressIn(url: string): string {
  const safe = url.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('\\', '%5C');
  return /[()]/.test(safe) ? `<${safe}>` : safe;
}
