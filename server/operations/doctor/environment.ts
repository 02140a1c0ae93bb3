import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { variables } from '../../config/schema.ts';
import { packageFile } from '../../process/package-files.ts';
import { problem, warning, type Finding } from './finding.ts';

/**
 * Names variables that are probably misspelt: one or two letters differ from a variable of Octavo. That one may be set as
 * well, since the unit and the image set some.
 *
 * @param environment of the process, and of its `.env` file
 */
export function examineSpelling(environment: Readonly<Record<string, string | undefined>>): Finding[] {
  const names = Object.keys(variables);
  return Object.keys(environment)
    .filter((name) => !names.includes(name))
    .flatMap((name) => {
      const similarName = names.find((one) => isSimilar(name, one));
      return similarName === undefined
        ? []
        : [warning('configuration', `${name} is not a variable of Octavo; did you mean ${similarName}?`)];
    });
}

/** Checks that a theme is a folder, and that its files replace templates of the site. */
export function examineTheme(themeDir: string | null): Finding[] {
  if (themeDir === null) return [];
  const folder = resolve(themeDir);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return [problem('theme', `THEME_DIR names ${folder}, which is not a folder; correct it (docs/themes.md).`)];
  }
  const known = new Set(templatesIn(fileURLToPath(packageFile('client/site/templates/'))));
  if (templatesIn(folder).some((name) => known.has(name))) return [];
  return [warning('theme', `THEME_DIR names ${folder}, which has no template of the site (docs/themes.md).`)];
}

function templatesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.liquid'));
}

function isSimilar(one: string, other: string): boolean {
  const most = other.length > 8 ? 2 : 1;
  if (Math.abs(one.length - other.length) > most || other.length < 4) return false;
  return distance(one.toUpperCase(), other) <= most;
}

/** The number of letters that are added, removed, replaced, or swapped with the next one. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at, ...Array<number>(other.length).fill(0)]);
  for (let at = 0; at <= other.length; at++) rows[0]![at] = at;
  for (let a = 1; a <= one.length; a++) {
    for (let b = 1; b <= other.length; b++) {
      const isSame = one[a - 1] === other[b - 1];
      const isSwapped = a > 1 && b > 1 && one[a - 1] === other[b - 2] && one[a - 2] === other[b - 1];
      rows[a]![b] = Math.min(
        rows[a - 1]![b]! + 1,
        rows[a]![b - 1]! + 1,
        rows[a - 1]![b - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[a - 2]![b - 2]! + 1 : Infinity,
      );
    }
  }
  return rows[one.length]![other.length]!;
}
