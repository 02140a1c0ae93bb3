/** What makes a password easy to guess. */
export type Weakness =
  /** Short enough to be guessed within days. */
  | 'short'
  /** A few repeated characters, a repeated part, or keys in keyboard order. */
  | 'pattern'
  /** One of the passwords that are tried first. */
  | 'common'
  /** Words that any visitor can read on the site. */
  | 'site';

/** Characters from which a password is not called short. */
const LONG = 12;
/** Letters that a password needs besides known words; digits and signs count half. */
const OTHER = 6;
const SHORTEST_WORD = 4;

/** Keyboard rows, the alphabet and digits: sequences that are easy to guess. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
];

const COMMON =
  'password passwort passwd kennwort motdepasse contrasena contraseña senha parola admin administrator administrador root ' +
  'user guest login welcome willkommen bienvenue bienvenido hello hallo bonjour letmein master secret geheim changeme ' +
  'default test testing iloveyou ichliebedich jetaime teamo love sunshine princess dragon monkey football baseball soccer ' +
  'superman batman pokemon starwars shadow michael jordan ashley charlie daniel thomas freedom whatever trustno computer ' +
  'internet server blog blogger website octavo google facebook samsung summer winter spring autumn sommer monday ' +
  'correcthorsebatterystaple';
const common = COMMON.split(' ');

/** Characters that stand for letters. */
const SIGNS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * Finds what makes a password weak. An estimate that knows a few dozen words: a password in which it finds nothing need not
 * be strong.
 *
 * @param known texts that everybody can read on the site, such as its title, author and host
 * @returns null when nothing is found
 */
export function weaknessOf(password: string, known: readonly string[] = []): Weakness | null {
  const text = password.normalize('NFKC').toLowerCase();
  if (isMadeOf(text, known.flatMap(wordsOf))) return 'site';
  if (isMadeOf(text, common)) return 'common';
  if (isPattern(text)) return 'pattern';
  return [...text].length < LONG ? 'short' : null;
}

/** Whether little is left beside words that are guessed. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const plain = text.replaceAll(/[@431!0$57]/g, (sign) => SIGNS[sign] ?? sign);
  return [text, plain, plain.replaceAll(/[^\p{L}\p{N}]/gu, '')].some((one) => {
    const left = words.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ''), one);
    const letters = left.replaceAll(/\P{L}/gu, '').length;
    return left !== one && letters + (left.length - letters) / 2 < OTHER;
  });
}

function wordsOf(known: string): string[] {
  const text = known.normalize('NFKC').toLowerCase();
  const words = text.split(/[^\p{L}\p{N}]+/u);
  return [words.join(''), ...words].filter((word) => [...word].length >= SHORTEST_WORD);
}

function isPattern(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size < 5) return true;
  if (/^(.+?)\1+.{0,3}$/su.test(text)) return true;
  const steps = characters.slice(1).filter((next, at) => isNext(characters[at]!, next)).length;
  return steps >= (characters.length - 1) * 0.7;
}

function isNext(one: string, other: string): boolean {
  return one === other || ROWS.some((row) => row.includes(one + other) || row.includes(other + one));
}
