import { make, onClick } from './dom.ts';

/** Loads the player of a video when its card is clicked; the Content Security Policy allows no other frame. */
export function playVideos(): void {
  onClick('.card[data-player] a', (link, event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const card = link.closest<HTMLElement>('.card')!;
    const frame = make('iframe', {
      src: card.dataset['player']!,
      title: link.textContent,
      allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
      referrerpolicy: 'strict-origin-when-cross-origin',
    });
    card.replaceChildren(frame);
    frame.focus();
  });
}
