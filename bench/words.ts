import type { Random } from '../test/support/random.ts';

/** A language with this number of words; the n-th is used 1/n as often as the first, by Zipf's law. */
const WORDS = 20_000;

const syllables = Array.from('bdfghjklmnprstvz').flatMap((first) => Array.from('aeiou', (second) => first + second));
const endings = ['', 'n', 's', 'r', 'l', 'th', 'nd'];
const words = Array.from({ length: WORDS }, (_, rank) => spell(rank));

/** The word of a rank, 0 for the most frequent. */
export function word(rank: number): string {
  return words[rank] ?? '';
}

export function someWord(random: Random): string {
  return word(Math.floor(WORDS ** random()) - 1);
}

export function sentence(random: Random, length: number): string {
  const text = Array.from({ length }, () => someWord(random)).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** About `length` words in sentences. */
export function paragraph(random: Random, length: number): string {
  const sentences: string[] = [];
  for (let left = length; left > 0; left -= 12) sentences.push(sentence(random, 8 + Math.floor(random() * 8)));
  return sentences.join(' ');
}

/** A post of about 3,000 characters, with what posts have in Markdown. */
export function markdown(random: Random): string {
  const items = Array.from({ length: 4 }, () => `- ${sentence(random, 6)}`);
  return [
    paragraph(random, 70),
    `## ${sentence(random, 4).slice(0, -1)}`,
    paragraph(random, 90),
    `See [${someWord(random)} ${someWord(random)}](https://example.com/${someWord(random)}), **${someWord(random)}** and \`${someWord(random)}()\`.`,
    items.join('\n'),
    `> ${paragraph(random, 30)}`,
    `### ${sentence(random, 3).slice(0, -1)}`,
    paragraph(random, 120),
    `\`\`\`js\nconst ${someWord(random)} = ${someWord(random)}('${someWord(random)}');\n\`\`\``,
    paragraph(random, 100),
  ].join('\n\n');
}

/** Han characters in sentences, by Zipf's law too. */
export function hanParagraph(random: Random, length: number): string {
  const character = () => String.fromCodePoint(FIRST_HAN + Math.floor(HAN ** random()) - 1);
  return Array.from({ length }, (_, at) => character() + (at % 12 === 11 ? '，' : '')).join('');
}

const FIRST_HAN = 0x4e00;
const HAN = 3000;

function spell(rank: number): string {
  let text = '';
  for (let left = rank; left > 0 || text === ''; left = Math.floor(left / syllables.length)) {
    text += syllables[left % syllables.length];
  }
  return text + endings[rank % endings.length];
}
