import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { installed } from './options.ts';

/** A package in package-lock.json. */
interface Locked {
  version: string;
  license?: string;
  /** Used by tests and benchmarks only. */
  dev?: boolean;
  /** Where it can be installed: it is a compiled program, which no bundle has. */
  os?: string[];
}

/**
 * The licences of the libraries that the bundles can have, which their authors ask to be passed on with copies. Each
 * text stands once, below the names of its libraries.
 *
 * @param root the folder of the sources, with its libraries installed
 */
export function libraryLicences(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const libraries = Object.entries(packages).filter(
    ([path, { dev, os }]) => path !== '' && !dev && !os && existsSync(join(root, path)),
  );
  const texts = new Map<string, string[]>();
  for (const [path, { version, license }] of libraries) {
    const name = path.replace(/^.*node_modules\//, '');
    if (installed.includes(name)) continue;
    const text = licenceText(join(root, path)) ?? `License: ${license ?? 'see the package'}`;
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...texts].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return `Octavo contains code of these libraries.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function licenceText(folder: string): string | null {
  const file = readdirSync(folder, { withFileTypes: true }).find(
    (entry) => entry.isFile() && /^(licen[cs]e|copying)/i.test(entry.name),
  );
  return file ? readFileSync(join(folder, file.name), 'utf8').trim() : null;
}
