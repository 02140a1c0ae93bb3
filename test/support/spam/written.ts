import { readFile } from 'node:fs/promises';

import { randomFrom, type Random } from '../random.ts';

/** The languages of the interface. */
const languages = ['en', 'de', 'fr', 'es', 'ja', 'zh-CN'] as const;
const kinds = ['good', 'spam'] as const;
const halves = ['to learn', 'held back'] as const;

/** A comment of which it is known whether it is spam. */
export interface LabelledText {
  /** Of the text, or another part of a set. */
  language: string;
  kind: (typeof kinds)[number];
  half: (typeof halves)[number];
  author: string;
  content: string;
}

/**
 * Comments that were written for this benchmark, in an order like that of a blog. Half of them are to learn from. The
 * other half comes from sentences, names and addresses of its own: no sentence is in both.
 *
 * @param number how many, in equal parts of each language, kind and half
 */
export async function labelledTexts(number: number): Promise<LabelledText[]> {
  const groups: LabelledText[][] = [];
  for (const language of languages) {
    const sections = await sectionsOf(language);
    for (const half of halves) {
      const names = sections.get(`names: ${half}`)![0]!.split(', ');
      for (const kind of kinds) {
        const random = randomFrom(groups.length);
        const templates = sections.get(`${kind}: ${half}`)!;
        const ofGroup = distinctTexts(templates, names, random, number / SHARES);
        groups.push(ofGroup.map((text) => ({ language, kind, half, ...text })));
      }
    }
  }
  return shuffled(groups.flat(), randomFrom(number));
}

const SHARES = languages.length * kinds.length * halves.length;

/** The lines below each heading of a file: templates in which `{a|b}` is one of several and `{host}` is made up. */
async function sectionsOf(language: string): Promise<Map<string, string[]>> {
  const text = await readFile(new URL(`texts/${language}.txt`, import.meta.url), 'utf8');
  const parts = text.split(/^# /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n').filter((line) => line !== '');
      return [heading, lines];
    }),
  );
}

type Text = Pick<LabelledText, 'author' | 'content'>;

/** All templates in turn. Each is filled in until the text is a new one. */
function distinctTexts(templates: readonly string[], names: readonly string[], random: Random, number: number): Text[] {
  const texts = new Map<string, Text>();
  for (let at = 0; texts.size < number; at++) {
    const template = templates[at % templates.length]!;
    const [, author, content] = /^(?:\[([^\]]+)\] )?(.*)$/.exec(fillIn(template, names, random))!;
    texts.set(content!, { author: author ?? oneOf(names, random), content: content!.replaceAll('\\n', '\n') });
  }
  return [...texts.values()];
}

function fillIn(template: string, names: readonly string[], random: Random): string {
  const madeUp: Record<string, () => string> = {
    host: () => hostName(random),
    site: () => hostName(random),
    mail: () => `${syllables(2, random)}@${hostName(random)}`,
    handle: () => `${syllables(3, random)}${digits(2, random)}`,
    name: () => oneOf(names, random),
    n: () => `${digits(3, random)} ${digits(7, random)}`,
    num: () => digits(4, random),
  };
  return template.replaceAll(/\{([^{}]+)\}/g, (_, slot: string) => madeUp[slot]?.() ?? oneOf(slot.split('|'), random));
}

/** Under a reserved domain, like each of them: the domain says nothing. */
function hostName(random: Random): string {
  return `${syllables(2 + Math.floor(random() * 3), random)}.example`;
}

function syllables(number: number, random: Random): string {
  const one = () => oneOf([...'bdfgklmnprstvz'], random) + oneOf([...'aeiou'], random);
  return Array.from({ length: number }, one).join('');
}

function digits(number: number, random: Random): string {
  return Array.from({ length: number }, () => 1 + Math.floor(random() * 9)).join('');
}

function oneOf<T>(choices: readonly T[], random: Random): T {
  return choices[Math.floor(random() * choices.length)]!;
}

/** By Fisher and Yates. */
function shuffled<T>(list: readonly T[], random: Random): T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}
