import { readTable, type Fields } from '../fields.ts';
import type { ConfigFile } from './site-config.ts';

const ROOT = /^(hugo|config)\.(?:toml|ya?ml|json)$/;
const SPLIT = /^config\/([^/]+)\/(?:.*\/)?([^/]+)\.(?:toml|ya?ml|json)$/;

/** Whether a file belongs to the configuration of Hugo, or is that of Zola. */
export function isHugoFile(path: string): boolean {
  const [, environment = ''] = SPLIT.exec(path) ?? [];
  return ROOT.test(path) || environment === '_default' || environment === 'production';
}

/**
 * Merges the files of a configuration as `hugo` does for the public site: `hugo.toml`, else `config.toml`; then
 * `config/_default/`, whose files are named after the field and language that they hold; then `config/production/`. All
 * names of fields are in lower case.
 *
 * @returns the file to name in reports, and the fields
 */
export function mergeConfig(configs: readonly ConfigFile[]): { file: string; fields: Fields } {
  const ofRoot = configs.filter(({ path }) => ROOT.test(path));
  const root = ofRoot.find(({ path }) => path.startsWith('hugo.')) ?? ofRoot[0];
  const split = configs
    .filter(({ path }) => SPLIT.test(path))
    .toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
  let fields: Fields = root === undefined ? {} : lowerCasedDeeply(root.fields);
  for (const one of split) fields = merged(fields, lowerCasedDeeply(placed(one)));
  return { file: root?.path ?? split[0]?.path ?? 'hugo.toml', fields };
}

/** Files of the environment come last, and files with a name before those that hold one field. */
function rankOf(path: string): number {
  const [, environment, name = ''] = SPLIT.exec(path) ?? [];
  return (environment === '_default' ? 0 : 2) + (/^(?:hugo|config)$/.test(name) ? 0 : 1);
}

/**
 * The fields of a file below its name: `permalinks.toml` holds `permalinks`, and `params.de.toml` holds
 * `languages.de.params`. Only `params` and `menus` have a place below a language; other files hold its fields.
 */
function placed({ path, fields }: ConfigFile): Fields {
  const [, , name = ''] = SPLIT.exec(path) ?? [];
  const [field = '', language] = name.split('.');
  if (language !== undefined) {
    return { languages: { [language]: /^(?:params|menus?)$/.test(field) ? { [field]: fields } : fields } };
  }
  if (/^(?:hugo|config)$/.test(field)) return fields;
  return { [field]: field === 'cascade' ? (fields['cascade'] ?? fields) : fields };
}

function lowerCasedDeeply(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.toLowerCase(),
      isTable(value) ? lowerCasedDeeply(value) : value,
    ]),
  );
}

function merged(one: Fields, other: Fields): Fields {
  const both = Object.entries(other).map(([name, value]) => [
    name,
    isTable(value) && isTable(one[name]) ? merged(readTable(one[name]), value) : value,
  ]);
  return { ...one, ...(Object.fromEntries(both) as Fields) };
}

function isTable(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Date.prototype
    ? !Array.isArray(value) && !(value instanceof Date)
    : false;
}
