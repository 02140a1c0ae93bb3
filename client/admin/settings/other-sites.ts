import { siteOf } from '../../../shared/thread-address.ts';
import type { Settings } from '../../index.ts';
import type { Translations } from '../translations/catalog.ts';

type Sites = Settings['commentSites'];
type Reactions = Settings['reactions'];

const MAX_SITES = 20;
const MAX_REACTIONS = 6;

/** The comment sites as lines of origin and name. */
export function linesOfSites(sites: Sites): string[] {
  return sites.map(({ origin, name }) => `${origin} ${name}`);
}

export function sitesInLines(lines: readonly string[]): Sites {
  return lines.map((line) => {
    const [origin, name] = firstWord(line);
    return { origin, name };
  });
}

/** The reactions as lines of name and sign. */
export function linesOfReactions(reactions: Reactions): string[] {
  return Object.entries(reactions).map(([name, sign]) => `${name} ${sign}`);
}

export function reactionsInLines(lines: readonly string[]): Reactions {
  return Object.fromEntries(lines.map(firstWord));
}

/** Why comment sites are invalid. */
export function sitesProblem(sites: Sites, t: Translations): string | undefined {
  const hosts = sites.map(({ origin }) => siteOf(origin));
  const isValid =
    !hosts.includes(null) && new Set(hosts).size === hosts.length && sites.every(({ name }) => name !== '');
  return isValid && sites.length <= MAX_SITES ? undefined : t.settings.otherSites.noSites;
}

/** Why reactions are invalid. */
export function reactionsProblem(reactions: Reactions, t: Translations): string | undefined {
  const all = Object.entries(reactions);
  const isValid = all.every(
    ([name, sign]) => /^[a-z][\da-z_-]{0,19}$/.test(name) && sign !== '' && [...sign].length <= 20,
  );
  return isValid && all.length <= MAX_REACTIONS ? undefined : t.settings.otherSites.noReactions;
}

function firstWord(line: string): [string, string] {
  const [word = ''] = line.split(/\s/, 1);
  return [word, line.slice(word.length).trim()];
}
