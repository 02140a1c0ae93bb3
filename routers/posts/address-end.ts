/** Where a bare URL ends that begins at a place. */
export function addressEnd(text: string, from: number): number {
  const end = /[^\s<>"\u2018-\u201f\u2026\u060c\u3000-\u303f\uff00-\uff65]+/y;
  end.lastIndex = from;
  return end.exec(text) ? end.lastIndex : from;
}
