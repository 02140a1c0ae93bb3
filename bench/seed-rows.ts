import { makeExcerpt } from '../routers/posts/text/excerpt.ts';
import { makeSlug } from '../routers/posts/slug.ts';
import { textFields } from '../routers/comments/submit.ts';
import { sha256 } from '../routers/base/secrets.ts';
import { emptyFields } from '../shared/field-values.ts';
import { randomFrom } from '../test/support/random.ts';
import { hanParagraph, markdown, paragraph, sentence, someWord, word } from './words.ts';

/** Posts are half an hour apart, comments 20 seconds and later than every post; none is in the future. */
const FIRST_POST = Date.UTC(2020, 0, 1);
const FIRST_COMMENT = Date.UTC(2025, 9, 1);
const TAGS = 60;
const CATEGORIES = 8;

/** What the measurements ask for. Post, thread, tag and category are the same ones whatever the size. */
export const targets = {
  /** 20 comments. */
  post: slugAt(503),
  /** 400 comments, of which the service shows 300. */
  longThread: slugAt(507),
  /** Written to, never read. */
  changed: slugAt(604),
  tag: tagAt(7),
  category: categoryAt(3),
  /** In one post of 70 or so; together with the other word, in one of 500. */
  rareWord: word(3000),
  twoWords: `${word(300)} ${word(3000)}`,
  /** In every third post. */
  commonWord: word(100),
};

/** The post with this number, from 0 on, as a row and what hangs on it: the same whatever the size of the blog. */
export function postRow(number: number) {
  const random = randomFrom(number);
  const createdAt = new Date(FIRST_POST + number * 30 * 60_000).toISOString();
  const tags = [...new Set([7 * number, number ** 2, 13 * number + 5].map(tagAt))];
  const content = markdown(random) + (number % 10 === 4 ? `\n\n${hanParagraph(random, 300)}` : '');
  return {
    ...emptyFields(createdAt.slice(0, 10)),
    key: number + 1,
    slug: slugAt(number),
    title: titleAt(number),
    excerpt: makeExcerpt(content),
    excerptMade: 1,
    cover: number % 3 === 0 ? `https://images.example.com/${createdAt.slice(0, 7)}/${someWord(random)}.jpg` : '',
    category: categoryAt(number),
    tags: JSON.stringify(tags),
    pinned: number === 100 || number === 200 ? 1 : 0,
    version: number + 1,
    createdAt,
    content,
    views: Math.floor(1000 ** random()),
    likes: Math.floor(20 ** random()) - 1,
  };
}

/** How many comments a post has: in the mean 10, in one of a hundred 400. */
export function commentsOn(post: number): number {
  if (post % 100 === 7) return 400;
  if (post % 10 === 7) return 0;
  return post % 10 === 3 ? 20 : 5;
}

/**
 * A comment as a row.
 *
 * @param number from 0 on, over the whole blog
 * @param place from 0 on, on its post
 */
export function commentRow(number: number, place: number) {
  const random = randomFrom(-2 - number);
  const time = FIRST_COMMENT + number * 20_000;
  const author = `${sentence(random, 1).slice(0, -1)} ${sentence(random, 1).slice(0, -1)}`;
  return {
    ...textFields(author, `${paragraph(random, 10 + Math.floor(random() * 30))} ${number}`),
    id: `c-${time.toString(36).padStart(9, '0')}${sha256(`id ${number}`).slice(0, 16)}`,
    status: place % 50 === 49 ? 'pending' : 'approved',
    createdAt: new Date(time).toISOString(),
    receiptHash: sha256(`receipt ${number}`),
  };
}

function titleAt(number: number): string {
  const random = randomFrom(number + 2 ** 30);
  return `${sentence(random, 4).slice(0, -1)} ${number}`;
}

/** Made as the service makes it; the number at the title's end keeps it unique. */
export function slugAt(number: number): string {
  return makeSlug(titleAt(number));
}

function tagAt(number: number): string {
  return word(500 + (number % TAGS));
}

function categoryAt(number: number): string {
  return word(700 + (number % CATEGORIES));
}
