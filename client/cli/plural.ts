/** A number with what it counts: `1 post`, `2 posts`. @param others the plural; default: with an s */
export function plural(count: number, one: string, others = `${one}s`): string {
  return `${count} ${count === 1 ? one : others}`;
}
