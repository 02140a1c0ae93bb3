/** Some properties of an object: `pick(post, ['title', 'date'])`. */
export function pick<T extends Record<N, unknown>, N extends PropertyKey>(object: T, names: readonly N[]): Pick<T, N> {
  return Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, N>;
}
