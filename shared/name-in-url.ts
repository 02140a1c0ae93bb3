/** The name of a file in its URL. */
export function nameInUrl(url: string): string {
  const name = url.split(/[?#]/, 1)[0]!.split('/').at(-1)!;
  try {
    return decodeURIComponent(name) || url;
  } catch {
    return name;
  }
}
