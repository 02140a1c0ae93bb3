/** The fields of a front matter, whose names differ between tools. */
export type Fields = Record<string, unknown>;

/** A text, or a number as text; undefined for other values and blanks. */
export function textField(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() ? value : undefined;
}

/** A text, number or boolean as text, as a slug may be; undefined for other values and blanks. */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : textField(value);
}

/** The first of the named fields with a text. */
export function firstText(fields: Fields, names: readonly string[]): string | undefined {
  return names.map((name) => textField(fields[name])).find((text) => text !== undefined);
}

/** The texts of a field with one or several, also nested like Hexo's categories. */
export function readTexts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value.flat(3) : [value];
  return values.map(textField).filter((text) => text !== undefined);
}

/** Tags or categories: a list, or comma-separated text; trimmed, without duplicates, in order. */
export function readNames(value: unknown): string[] {
  const texts = typeof value === 'string' ? value.split(',') : readTexts(value);
  return unique(texts.map((text) => text.trim()).filter((text) => text !== ''));
}

/** Names or ids of authors: a list of texts or of tables with a name, or comma-separated text. */
export function readAuthors(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const values = typeof value === 'string' ? value.split(',') : [value].flat();
  const texts = values.map((one) => textField(one) ?? textField(lowerCased(readTable(one))['name']));
  return unique(texts.flatMap((text) => (text === undefined ? [] : [text.trim()])));
}

/** A boolean in the forms of front matter; a number is true above 0 (Hexo's `sticky: 100`). */
export function readBoolean(value: unknown): boolean | undefined {
  return typeof value === 'number' ? value > 0 : readTruth(value);
}

/** A boolean in the forms of YAML 1.1, TOML and JSON, in any case; undefined for other values. */
export function readTruth(value: unknown): boolean | undefined {
  const text = String(value).trim().toLowerCase();
  if (typeof value === 'object' || !/^(?:true|yes|y|on|1|false|no|n|off|0)$/.test(text)) return undefined;
  return /^(?:true|yes|y|on|1)$/.test(text);
}

/** The fields by lower-case name. */
export function lowerCased(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.toLowerCase(), value]));
}

/** A table of the front matter; empty for other values. */
export function readTable(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The URL of an image, in one of the forms of other tools; "" if the first name declares that there is none. */
export function readImage(fields: Fields, names: readonly string[]): string | undefined {
  const own = fields[names[0] ?? ''];
  if (typeof own === 'string') return own;
  const values = names
    .map((name) => fields[name])
    .flatMap((value) => (Array.isArray(value) ? value.slice(0, 1) : value));
  return values
    .map((value) => textField(value) ?? firstText(readTable(value), ['image', 'src', 'url', 'path']))
    .find(Boolean);
}

/** A text whose letters have no marks, as some generators write addresses. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC');
}

export function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
