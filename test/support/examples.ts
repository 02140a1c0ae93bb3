import { readFile } from 'node:fs/promises';

/** The fenced blocks below `<!-- test: name -->` in a document, by their names. */
export async function examplesIn(file: string): Promise<Map<string, string>> {
  const blocks = (await readFile(file, 'utf8')).matchAll(/<!-- test: (.+) -->\n+```\w*\n([^]*?)```/g);
  return new Map([...blocks].map(([, name = '', block = '']) => [name, block]));
}
