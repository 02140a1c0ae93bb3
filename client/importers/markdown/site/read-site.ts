import { parseFields, type Format } from '../front-matter.ts';
import { hexoSite, isHexo } from './hexo.ts';
import { isHugoFile } from './hugo-files.ts';
import { hugoSite } from './hugo.ts';
import { jekyllSite } from './jekyll.ts';
import { isIgnoreFile, isProgram, programSite } from './programs.ts';
import type { ConfigFile, SiteConfig } from './site-config.ts';
import { isZola, zolaSite } from './zola.ts';

const UNDERSCORED = /^_config\.(?:ya?ml|toml)$/;
const FORMATS: Record<string, Format> = { toml: 'toml', json: 'json' };

/** Whether a file is the configuration of Jekyll, Hexo, Hugo, Zola, Eleventy, Astro or Docusaurus, or a part of it. */
export function isSiteConfig(path: string): boolean {
  return UNDERSCORED.test(path) || isHugoFile(path) || isProgram(path) || isIgnoreFile(path) || path === 'zola.toml';
}

/**
 * Reads a file of a configuration.
 *
 * @throws Error with one sentence if it cannot be parsed
 */
export function readConfigFile(path: string, text: string): ConfigFile {
  if (isProgram(path) || isIgnoreFile(path)) return { path, fields: {}, program: text };
  return { path, fields: parseFields(FORMATS[path.slice(path.lastIndexOf('.') + 1)] ?? 'yaml', text) };
}

/**
 * The configuration of a site from its files; undefined without one. The default pattern of the generator stands for one
 * that is not declared.
 */
export function readSite(configs: readonly ConfigFile[]): SiteConfig | undefined {
  const hugo = configs.filter(({ path }) => isHugoFile(path));
  const named = hugo.find(({ path }) => path.startsWith('hugo.'));
  const underscored = configs.find(({ path }) => UNDERSCORED.test(path));
  const zola = configs.find(isZola);
  if (named) return hugoSite(hugo);
  if (underscored) return isHexo(underscored) ? hexoSite(underscored) : jekyllSite(underscored);
  if (zola) return zolaSite(zola);
  if (hugo.length > 0) return hugoSite(hugo);
  const program = configs.find(({ path }) => isProgram(path));
  return (
    program &&
    programSite(
      program,
      configs.filter(({ path }) => isIgnoreFile(path)),
    )
  );
}

/** The configuration of a site with a folder `_posts` that has none: the defaults of Hexo or Jekyll. */
export function defaultSite(isHexoSite: boolean): SiteConfig {
  const config = { path: '_config.yml', fields: {} };
  return isHexoSite ? hexoSite(config) : jekyllSite(config);
}
