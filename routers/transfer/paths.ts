/** `2024/02/04/name/` and `https://old.example/2024/02/04/name` as `/2024/02/04/name`. */
export function asPath(alias: string): string {
  const path = URL.canParse(alias) ? new URL(alias).pathname : alias;
  return `/${path.replace(/^\/+|(?<!\/)\/+$/g, '')}`;
}
