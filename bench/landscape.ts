import { randomFrom } from '../test/support/random.ts';

/** A picture for the sample blog: hills under a sky, always the same ones for the same name. */
export function landscape(name: string): string {
  const seed = [...name].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 100_000;
  const random = randomFrom(seed);
  const hue = Math.floor(random() * 360);
  const layers = Array.from({ length: 5 }, (_, depth) => {
    const height = 330 + depth * 60;
    const points = Array.from({ length: 9 }, (_, at) => `${at * 150},${Math.round(height - random() * 130)}`);
    return `<polygon points="0,630 ${points.join(' ')} 1200,630" fill="hsl(${hue + 20} ${28 + depth * 3}% ${66 - depth * 12}%)"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
  <defs><linearGradient id="sky" x2="0" y2="1">
    <stop stop-color="hsl(${hue} 55% 70%)"/><stop offset="1" stop-color="hsl(${hue + 60} 75% 90%)"/>
  </linearGradient></defs>
  <rect width="1200" height="630" fill="url(#sky)"/>
  <circle cx="${300 + Math.floor(random() * 600)}" cy="180" r="52" fill="hsl(${hue + 60} 90% 95%)"/>
  ${layers.join('\n  ')}
</svg>`;
}
