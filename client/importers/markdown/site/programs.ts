import { BY_FOLDER } from './hugo.ts';
import { folderPath, parseIgnoreFile } from './globs.ts';
import type { ConfigFile, FileRules, Generator, SiteConfig } from './site-config.ts';

const PROGRAM = /^(?:(\.eleventy|eleventy\.config)|(astro)\.config|(docusaurus)\.config)\.[cm]?[jt]s$/;

/** Whether a file is a configuration that is a program. */
export function isProgram(path: string): boolean {
  return PROGRAM.test(path);
}

/** Whether a file names what Eleventy leaves out. */
export function isIgnoreFile(path: string): boolean {
  return /^\.(?:eleventy|git)ignore$/.test(path);
}

/**
 * Reads the texts in the configuration of Eleventy, Astro or Docusaurus, which is a program and is not run.
 *
 * @param ignoreFiles those of Eleventy
 */
export function programSite({ path: file, program = '' }: ConfigFile, ignoreFiles: readonly ConfigFile[]): SiteConfig {
  const [, eleventy, astro] = PROGRAM.exec(file) ?? [];
  const generator: Generator = eleventy ? 'eleventy' : astro ? 'astro' : 'docusaurus';
  const url = textAfter('site|url', program, String.raw`https?:\/\/`);
  const base = generator === 'docusaurus' ? (textAfter('baseUrl', program) ?? '') : '';
  const pattern = generator === 'eleventy' ? '/:filepathstem/' : BY_FOLDER;
  const input = eleventy ? folderPath(textAfter('input', program) ?? '') : '';
  const ignoring = eleventy ? ignoreFiles.map((one) => ({ ...one, ignores: parseIgnoreFile(one.program ?? '') })) : [];
  return {
    generator,
    file,
    url: url === undefined ? undefined : url.replace(/(?<!\/)\/+$/, '') + base.replace(/^(?=[^/])/, '/'),
    timeZone: undefined,
    permalinks: { '': pattern },
    showsFuture: true,
    roots: input === '' ? [] : [input],
    hasBundles: false,
    isGuess: true,
    rulesOf(path) {
      const rules = generator === 'docusaurus' ? ofDocusaurus(path) : rulesFor(path, generator, pattern, input);
      const by = ignoring.find(({ ignores }) => ignores(path));
      return by ? { ...rules, leftOut: `${by.path} ignores it.` } : rules;
    },
  };
}

function rulesFor(path: string, generator: Generator, pattern: string, input: string): FileRules {
  const [lead = ''] = /^(?:.*?\/)??content\/|^src\/(?:pages\/)?/.exec(path) ?? [];
  const inside = input !== '' && path.startsWith(input) ? path.slice(input.length) : path.slice(lead.length);
  const stem = inside.replace(/\.[^./]+$/, '');
  // Astro publishes every file of this folder.
  const needsNoDate = generator === 'astro' && path.startsWith('src/pages/');
  const tokensOf = () => tokensOfEleventy(stem);
  return { path: inside, language: '', prefix: '', pattern, inherited: [], needsNoDate, tokensOf };
}

/** `a/b/b.md` is at `/a/b/`, as is `a/b/index.md`. In the stem of a path, a name has no date. */
function tokensOfEleventy(stem: string): ReadonlyMap<string, string> {
  const folders = stem.split('/');
  const name = folders.pop()!;
  return new Map([
    ['filepathstem', name === 'index' || name === folders.at(-1) ? folders.join('/') : stem],
    ['eleventy_stem', [...folders, name.replace(/^\d{4}-\d\d-\d\d-(?=.)/, '')].join('/')],
  ]);
}

/** Posts are in `blog/`; all others are pages. */
function ofDocusaurus(path: string): FileRules {
  const rules: FileRules = { path, language: '', prefix: '', pattern: BY_FOLDER, inherited: [] };
  if (path.startsWith('blog/')) {
    const tokensOf = () => new Map([['docusaurus_path', pathOfDocusaurus(path.slice('blog/'.length))]]);
    return { ...rules, pattern: '/blog/:docusaurus_path', tokensOf };
  }
  const isPage = /^(?:docs|src\/pages)\//.test(path);
  return { ...rules, path: path.replace(/^src\/pages\//, ''), ...(isPage && { isPage }) };
}

/** The day in the path of the file, whatever the front matter says, comes first, then the folders and the name. */
function pathOfDocusaurus(path: string): string {
  const stem = path.replace(/(?:\/index)?\.[^./]+$/, '');
  const found = Array.from(stem.matchAll(/\d{4}[-/]\d{1,2}[-/]\d{1,2}/g)).at(-1);
  if (!found) return stem;
  const [day] = found;
  const name = stem.slice(found.index + day.length).replace(/^[-/]/, '');
  return `${day.replaceAll('-', '/')}/${stem.slice(0, found.index)}${name}`;
}

/** The text that follows a name. */
function textAfter(names: string, program: string, start = ''): string | undefined {
  return new RegExp(`\\b(?:${names})\\s*:\\s*["'\`](${start}[^"'\`\\s]*)`).exec(program)?.[1];
}
