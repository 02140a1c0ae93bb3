import { all } from './dom.ts';

/** Arrow keys move between the field, the results and the link to all results; Escape clears the field. */
export function moveByArrows(field: HTMLInputElement, results: HTMLElement): void {
  const move = (event: KeyboardEvent, step: number) => {
    const stops = [field, ...all('.results h2 a, [data-all]', results)];
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const listen = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') move(event, 1);
    if (event.key === 'ArrowUp') move(event, -1);
    if (event.key === 'Escape') clear(field);
  };
  field.addEventListener('keydown', listen);
  results.addEventListener('keydown', listen);
}

function clear(field: HTMLInputElement): void {
  field.value = '';
  field.dispatchEvent(new Event('input'));
  field.focus();
}
