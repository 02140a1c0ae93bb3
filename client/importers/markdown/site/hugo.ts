import { lowerCased, readTable, textField, readTexts, readTruth, type Fields } from '../fields.ts';
import { folderPath, parseGlob, safeRegExp } from './globs.ts';
import { mergeConfig } from './hugo-files.ts';
import {
  knownTimeZone,
  findUrl,
  type ConfigFile,
  type FileRules,
  type Inherited,
  type SiteConfig,
} from './site-config.ts';

/** The folders and the name of the file. */
export const BY_FOLDER = '/:sections/:slugorfilename/';
/** The same in the form that a file has. */
const OF_FILE = '/:folders/:slugorfilename/';

/** Whether a pattern is that of files for which the configuration has none. */
export function isByFolder(pattern: string): boolean {
  return pattern === OF_FILE;
}

/** Reads the configuration of Hugo. */
export function hugoSite(configs: readonly ConfigFile[]): SiteConfig {
  const { file, fields } = mergeConfig(configs);
  const languages = languagesIn(fields);
  const mounts = mountsIn(fields, languages);
  const permalinks = patternsIn(fields);
  const ignored = readTexts(fields['ignorefiles']).map(safeRegExp);
  const hidesPages = readTexts(fields['disablekinds']).some((kind) => kind.toLowerCase() === 'page');
  const site = { file, fields, languages, permalinks };
  return {
    generator: 'hugo',
    file,
    url: findUrl([fields['baseurl'], ...languages.all.map(({ baseurl }) => baseurl)]),
    timeZone: knownTimeZone(fields['timezone']),
    permalinks,
    showsFuture: readTruth(fields['buildfuture']) === true,
    roots: [...new Set(mounts.map(({ source }) => source))],
    hasBundles: true,
    isGuess: false,
    rulesOf(path) {
      const mount = mounts
        .filter(({ source }) => path.startsWith(source))
        .toSorted((one, other) => other.source.length - one.source.length)[0];
      const inside = path.slice(mount?.source.length ?? 0);
      const rules = placedRules(site, (mount?.target ?? '') + inside, mount?.language);
      if (ignored.some((pattern) => pattern.test(path) || pattern.test(`/${path}`)))
        rules.leftOut = `${file} ignores it.`;
      else if (mount && !isMounted(mount, inside)) rules.leftOut = `${file} does not mount it.`;
      else if (hidesPages) rules.leftOut = `${file} disables pages.`;
      return rules;
    },
  };
}

interface Languages {
  /** The fields of each, by name in lower case. */
  byName: Map<string, Fields>;
  all: Fields[];
  main: string;
  off: Set<string>;
  isInFolder: (language: string) => boolean;
}

function languagesIn(fields: Fields): Languages {
  const byName = new Map(
    Object.entries(readTable(fields['languages'])).map(([name, value]) => [name, readTable(value)]),
  );
  const main = (textField(fields['defaultcontentlanguage']) ?? 'en').toLowerCase();
  const all = [...byName.values()];
  const off = readTexts(fields['disablelanguages']).map((name) => name.toLowerCase());
  for (const [name, { disabled }] of byName) if (readTruth(disabled) === true) off.push(name);
  const hasHosts = all.length > 1 && all.every(({ baseurl }) => textField(baseurl) !== undefined);
  const isMainToo = readTruth(fields['defaultcontentlanguageinsubdir']) === true;
  return {
    byName,
    all,
    main,
    off: new Set(off),
    isInFolder: (language) => !hasHosts && (language === main ? isMainToo && byName.size > 0 : true),
  };
}

interface Mount {
  source: string;
  /** The folder below the content, with `/` at its end. */
  target: string;
  language: string | undefined;
  excluded: RegExp[];
  included: RegExp[];
}

/** `module.mounts` for content replace `contentDir`, whose languages may have their own. */
function mountsIn(fields: Fields, { byName, main }: Languages): Mount[] {
  const { mounts } = lowerCased(readTable(fields['module']));
  const declared = (Array.isArray(mounts) ? mounts : []).map((one) => lowerCased(readTable(one))).flatMap(mountOf);
  if (declared.length > 0) return declared;
  const all = textField(fields['contentdir']) ?? 'content';
  const own = [...byName].flatMap(([language, { contentdir }]) => {
    const folder = textField(contentdir);
    return folder === undefined ? [] : [plainMount(folder, language)];
  });
  return byName.has(main) && own.length === byName.size ? own : [plainMount(all, undefined), ...own];
}

function mountOf({ source, target, lang, excludefiles, includefiles }: Fields): Mount[] {
  const to = folderPath(textField(target) ?? '');
  if (!to.startsWith('content/')) return [];
  return [
    {
      ...plainMount(textField(source) ?? '', textField(lang)?.toLowerCase()),
      target: to.slice('content/'.length),
      excluded: readTexts(excludefiles).map(globBelow),
      included: readTexts(includefiles).map(globBelow),
    },
  ];
}

function plainMount(folder: string, language: string | undefined): Mount {
  return { source: folderPath(folder), target: '', language, excluded: [], included: [] };
}

function globBelow(pattern: string): RegExp {
  return parseGlob(pattern.replace(/^\/+/, ''));
}

function isMounted({ excluded, included }: Mount, path: string): boolean {
  if (excluded.some((pattern) => pattern.test(path))) return false;
  return included.length === 0 || included.some((pattern) => pattern.test(path));
}

interface Site {
  file: string;
  fields: Fields;
  languages: Languages;
  permalinks: Record<string, string>;
}

/** @param path below the content */
function placedRules(site: Site, path: string, ofMount: string | undefined): FileRules {
  const { file, fields, languages, permalinks } = site;
  const [, stem = '', suffix = '', end = ''] = /^(.*)\.([^./]+)(\.[^./]+)$/.exec(path) ?? [];
  const inName = suffix.toLowerCase();
  const isKnown = languages.byName.has(inName) || languages.off.has(inName) || inName === languages.main;
  // A bundle may be translated to languages that the configuration, which may be that of Zola, does not name.
  const isTranslation = suffix !== '' && (isKnown || (languages.byName.size === 0 && isBundleIn(stem, inName)));
  const language = isTranslation ? inName : (ofMount ?? languages.main);
  const own = languages.byName.get(language) ?? {};
  const inside = isTranslation ? stem + end : path;
  const [section = ''] = inside.toLowerCase().split('/').slice(0, -1);
  const patterns = { ...permalinks, ...patternsIn(own, {}) };
  const ugly = own['uglyurls'] ?? fields['uglyurls'];
  return {
    path: inside,
    language,
    prefix: languages.isInFolder(language) ? `/${language}` : '',
    pattern: patterns[section] ?? patterns['']!.replace(BY_FOLDER, OF_FILE),
    isShown: true,
    needsNoDate: true,
    inherited: cascadeFor(file, [fields['cascade'], own['cascade']], inside, language),
    isUgly: readTruth(ugly) === true || readTruth(lowerCased(readTable(ugly))[section]) === true,
    keepsCase: readTruth(fields['disablepathtolower']) === true,
    dropsAccents: readTruth(fields['removepathaccents']) === true,
    datesByName: datesByName(fields),
    leftOut: languages.off.has(language) ? `${file} switches off its language, ${language}.` : undefined,
  };
}

/** Whether `[frontmatter]` takes dates from names of files. */
function datesByName({ frontmatter }: Fields): FileRules['datesByName'] {
  const at = readTexts(lowerCased(readTable(frontmatter))['date']).indexOf(':filename');
  return at < 0 ? undefined : at === 0 ? 'first' : 'last';
}

function isBundleIn(stem: string, language: string): boolean {
  return /(?:^|\/)index$/.test(stem) && /^[a-z]{2,3}(?:-[a-z]{2,4})?$/.test(language);
}

/** Fields for all pages, or for those of a kind, language or path. */
function cascadeFor(file: string, cascades: readonly unknown[], path: string, language: string): Inherited[] {
  return cascades
    .flat()
    .map((one) => lowerCased(readTable(one)))
    .filter((fields) => isTarget(fields['target'] ?? fields['_target'], path, language))
    .map((fields) => ({ fields, source: `${file} has a cascade.` }));
}

/** Whether a cascade is for a page. @param path below the content */
export function isTarget(target: unknown, path: string, language: string): boolean {
  const { kind, path: pattern, lang, environment } = lowerCased(readTable(target));
  const address = `/${path}`.replace(/\.[^./]+$/, '').toLowerCase();
  const isInPath = (glob: string) => {
    const known = parseGlob(glob.toLowerCase().replace(/^(?!\/)/, '/'));
    return known.test(address) || known.test(`/${path}`.toLowerCase()) || known.test(address.replace(/\/index$/, ''));
  };
  return (
    (textField(kind)?.split(/[{},]/).includes('page') ?? true) &&
    (textField(lang) === undefined || parseGlob(textField(lang)!.toLowerCase()).test(language)) &&
    (textField(environment) === undefined || parseGlob(textField(environment)!).test('production')) &&
    (textField(pattern) === undefined || isInPath(textField(pattern)!))
  );
}

/** Patterns by section; `[permalinks.page]` holds those of pages since 0.115. */
function patternsIn({ permalinks }: Fields, others: Record<string, string> = { '': BY_FOLDER }) {
  const table = readTable(permalinks);
  const entries = Object.entries({ ...table, ...readTable(table['page']) }).flatMap(([section, pattern]) =>
    typeof pattern === 'string' ? [[section.split('/').filter(Boolean).join('/'), hugoPattern(pattern)] as const] : [],
  );
  return { ...others, ...(Object.fromEntries(entries) as Record<string, string>) };
}

/** In Hugo, `:title` is that of the post, and `:slug` falls back to it. */
export function hugoPattern(pattern: string): string {
  return pattern.replace(/:title\b/g, ':post_title').replace(/:slug\b/g, ':slugorposttitle');
}
