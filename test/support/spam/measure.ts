import { clientAddress, send } from '../plain-http.ts';
import type { LabelledText } from './written.ts';

/** Comments for each call of the owner. */
const AT_ONCE = 100;

/** A running service, and the token of its administrator. */
export interface Blog {
  url: string;
  token: string;
}

/** Of comments that the filter has never learned: how many there were, and how many it did not publish. */
export interface Outcome {
  language: string;
  spam: number;
  caught: number;
  good: number;
  wrong: number;
}

/**
 * Submits comments as visitors do, decides on them as the owner does, and then submits those that are held back.
 *
 * @param blog with nothing in it
 * @param decisions how many comments the owner approves or marks as spam
 * @returns one for each language, in the order of the alphabet
 */
export async function measureFilter(blog: Blog, texts: readonly LabelledText[], decisions: number): Promise<Outcome[]> {
  await ask(blog, 'POST', '/api/posts', { id: 'discussed', title: 'Discussed' });
  await ask(blog, 'PUT', '/api/admin/settings', { spamFilter: true, commentModeration: 'off' });
  let visitors = 0;
  const submit = ({ author, content }: LabelledText) => submitTo(blog, { author, content }, visitors++);

  const ids = { good: [] as string[], spam: [] as string[] };
  for (const text of texts.filter(({ half }) => half === 'to learn').slice(0, decisions)) {
    ids[text.kind].push((await submit(text)).id);
  }
  await decide(blog, 'approve', ids.good);
  await decide(blog, 'spam', ids.spam);

  const outcomes = new Map<string, Outcome>();
  for (const text of texts.filter(({ half }) => half === 'held back')) {
    const { language, kind } = text;
    const outcome = outcomes.get(language) ?? { language, spam: 0, caught: 0, good: 0, wrong: 0 };
    outcomes.set(language, outcome);
    outcome[kind] += 1;
    if ((await submit(text)).status === 'pending') outcome[kind === 'spam' ? 'caught' : 'wrong'] += 1;
  }
  return [...outcomes.values()].toSorted((a, b) => (a.language < b.language ? -1 : 1));
}

/** The sum over all languages. */
export function sumOf(outcomes: readonly Outcome[]): Outcome {
  const sum = (name: 'spam' | 'caught' | 'good' | 'wrong') => outcomes.reduce((all, one) => all + one[name], 0);
  return { language: 'all', spam: sum('spam'), caught: sum('caught'), good: sum('good'), wrong: sum('wrong') };
}

async function submitTo({ url }: Blog, json: object, visitor: number): Promise<{ id: string; status: string }> {
  const headers = clientAddress(visitor >> 16, visitor);
  const answer = await send(`${url}/api/posts/discussed/comments`, { method: 'POST', json, headers });
  if (answer.status !== 201) throw new Error(`A comment was answered ${answer.status}: ${answer.body.toString()}`);
  return (JSON.parse(answer.body.toString()) as { comment: { id: string; status: string } }).comment;
}

async function decide(blog: Blog, action: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await ask(blog, 'POST', '/api/comments/bulk', { action, ids: ids.slice(at, at + AT_ONCE) });
  }
}

async function ask({ url, token }: Blog, method: string, path: string, json: unknown): Promise<void> {
  const answer = await send(url + path, { method, json, headers: { authorization: `Bearer ${token}` } });
  if (answer.status > 201)
    throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.body.toString()}`);
}
