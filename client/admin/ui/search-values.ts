type Values = Record<string, unknown>;

/** The page number in the URL; absent for page 1. */
export function readPageNumber({ page }: Values): { page?: number } {
  const number = Number(page);
  return Number.isInteger(number) && number > 1 ? { page: number } : {};
}

/** The text parameters of the URL. */
export function readTexts<N extends string>(values: Values, names: readonly N[]): { [name in N]?: string } {
  const present = names.filter((name) => ['string', 'number'].includes(typeof values[name]) && values[name] !== '');
  return Object.fromEntries(present.map((name) => [name, String(values[name])])) as { [name in N]?: string };
}

/** A URL parameter with one of several values. */
export function readChoice<N extends string, C extends string>(
  values: Values,
  name: N,
  choices: readonly C[],
): { [name in N]?: C } {
  const value = choices.find((choice) => choice === values[name]);
  return (value === undefined ? {} : { [name]: value }) as { [name in N]?: C };
}
