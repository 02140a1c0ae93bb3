import { textOf, textsOf, type Fields } from '../fields.ts';
import { folderPath, globOf } from './globs.ts';
import { withBase } from './jekyll.ts';
import { knownTimeZone, urlIn, type ConfigFile, type FileRules, type SiteConfig } from './site-config.ts';

/** Whether a `_config.yml` is that of Hexo, and not that of Jekyll. */
export function isHexo({ fields }: ConfigFile): boolean {
  const own = ['source_dir', 'public_dir', 'new_post_name', 'skip_render', 'post_asset_folder', 'per_page', 'deploy'];
  return own.some((name) => name in fields);
}

/** Reads the configuration of Hexo. */
export function hexoSite({ path: file, fields }: ConfigFile): SiteConfig {
  const root = folderPath(textOf(fields['source_dir']) ?? 'source');
  const skipped = textsOf(fields['skip_render']).map(globOf);
  const excluded = textsOf(fields['exclude']).map(globOf);
  const ignored = textsOf(fields['ignore']).map(globOf);
  const included = textsOf(fields['include']).map(globOf);
  const pattern = hexoPattern(fields);
  const isNamed = isDatedName(fields);
  return {
    generator: 'hexo',
    file,
    url: withBase(urlIn([fields['url']]), textOf(fields['root']) ?? ''),
    timeZone: knownTimeZone(fields['timezone']),
    permalinks: { '': pattern },
    showsFuture: fields['future'] !== false,
    roots: [root],
    hasBundles: false,
    isGuess: false,
    rulesOf(path) {
      const inside = path.startsWith(root) ? path.slice(root.length) : path;
      const own = pattern.replace(/:sections\/:title\b/g, isNamed ? ':hexo_name' : ':hexo_path');
      const rules = rulesIn(inside, own.replace(/:category\b/g, ':hexo_category'));
      const is = (globs: RegExp[]) => globs.some((glob) => glob.test(inside));
      if (is(included) && rules.isPage === undefined) rules.isPage = true;
      if (is(skipped)) rules.leftOut = `${file} has skip_render for it.`;
      else if (is(excluded)) rules.leftOut = `${file} excludes it.`;
      else if (ignored.some((glob) => glob.test(path))) rules.leftOut = `${file} ignores it.`;
      return rules;
    },
  };
}

function rulesIn(path: string, pattern: string): FileRules {
  const rules: FileRules = { path, language: '', prefix: '', pattern, inherited: [] };
  const [, inside] = /^_(?:posts|drafts)\/(.*)$/.exec(path) ?? [];
  if (inside !== undefined) return { ...rules, path: inside, isPage: false };
  const isHidden = path.split('/').some((name) => name.startsWith('_'));
  const ofPage = /(?:^|\/)index\.[^/]*$/.test(path) ? '/:page_path/' : '/:page_path/:basename.html';
  return { ...rules, pattern: ofPage, ...(!isHidden && { isPage: true, isShown: path.includes('/') }) };
}

/** Hexo's title is the path of the file below `_posts`. */
function hexoPattern({ permalink }: Fields): string {
  return (textOf(permalink) ?? ':year/:month/:day/:title/').replace(/:title\b/g, ':sections/:title');
}

/** Whether names of files begin with the date of the post, which is no part of its title then. */
function isDatedName({ new_post_name: name }: Fields): boolean {
  return /:(?:i_)?(?:year|month|day)/.test(textOf(name) ?? '');
}
