/** Why a password is easy to guess. */
export type Weakness =
  /** Short enough to be guessed within days. */
  | 'short'
  /** A few repeated characters, a repeated part, or keys in keyboard order. */
  | 'pattern'
  /** One of the most common passwords. */
  | 'common'
  /** Words from the site's public pages. */
  | 'site';

/** Passwords with fewer characters are short. */
const MIN_LENGTH = 12;
/** Letters that a password needs besides known words; other characters count half. */
const MIN_OTHER_LETTERS = 6;
const MIN_WORD_LENGTH = 4;

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

/** Common substitutes for letters. */
const SUBSTITUTES: Record<string, string> = {
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
 * Estimates why a password is weak, with a list of a few dozen words: null does not mean that the password is strong.
 *
 * @param known public texts of the site, such as its title, author and host
 * @returns null when no weakness is found
 */
export function findWeakness(password: string, known: readonly string[] = []): Weakness | null {
  const text = password.normalize('NFKC').toLowerCase();
  if (isMadeOf(text, known.flatMap(wordsOf))) return 'site';
  if (isMadeOf(text, common)) return 'common';
  if (isPattern(text)) return 'pattern';
  return [...text].length < MIN_LENGTH ? 'short' : null;
}

/** Whether the password has little besides known words. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const plain = text.replaceAll(/[@431!0$57]/g, (character) => SUBSTITUTES[character] ?? character);
  return [text, plain, plain.replaceAll(/[^\p{L}\p{N}]/gu, '')].some((one) => {
    const left = words.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ''), one);
    const letters = left.replaceAll(/\P{L}/gu, '').length;
    return left !== one && letters + (left.length - letters) / 2 < MIN_OTHER_LETTERS;
  });
}

function wordsOf(known: string): string[] {
  const text = known.normalize('NFKC').toLowerCase();
  const words = text.split(/[^\p{L}\p{N}]+/u);
  return [words.join(''), ...words].filter((word) => [...word].length >= MIN_WORD_LENGTH);
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
