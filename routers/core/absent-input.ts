/**
 * The input of a query without empty texts, which mean absent, as in a query string (docs/interface.md, W12). A
 * parameter of the path is never absent.
 */
export function dropEmptyTexts(input: unknown, { openapi }: { openapi?: { path: string } }): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const isAbsent = (name: string, value: unknown) => value === '' && !openapi?.path.includes(`{${name}}`);
  const entries = Object.entries(input);
  if (!entries.some(([name, value]) => isAbsent(name, value))) return input;
  return Object.fromEntries(entries.filter(([name, value]) => !isAbsent(name, value)));
}
