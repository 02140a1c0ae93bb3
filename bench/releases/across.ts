import { until } from '../../test/support/until.ts';
import { callerOf, type Caller } from './caller.ts';

/**
 * Writes through one of two releases on one database, and reads through the other, in both directions.
 *
 * @returns what went wrong, one sentence each
 */
export async function writeAcross(previous: string, next: string, folder: string): Promise<string[]> {
  const [older, newer] = [await callerOf(previous, folder), await callerOf(next, folder)];
  // Settings that the previous release does not know must outlast its writes.
  await newer.admin('PUT', '/api/admin/settings', { accentColor: '#00557f', footerText: 'Only new' });
  const failed: string[] = [];
  for (const [what, from, to] of [
    ['written by the previous release', older, newer],
    ['written by this release', newer, older],
  ] as const) {
    for (const [name, work] of Object.entries(steps)) {
      await work(from, to, what).catch((error: unknown) => failed.push(`${name}, ${what}: ${String(error)}`));
    }
  }
  return failed;
}

type Step = (from: Caller, to: Caller, what: string) => Promise<void>;

const steps: Record<string, Step> = {
  async 'a setting'(from, to, what) {
    const before = await to.admin('GET', '/api/admin/settings');
    await from.admin('PUT', '/api/admin/settings', { description: what });
    await sees(() => to.admin('GET', '/api/admin/settings'), { ...before, description: what });
  },
  async 'a post'(from, to, what) {
    const { id } = await from.admin('POST', '/api/posts', { title: what, content: `# ${what}`, tags: ['one'] });
    await sees(async () => (await to.call('GET', `/api/posts/${id}`)).post.content, `# ${what}`);
    const { version } = await to.admin('PUT', `/api/posts/${id}`, { content: 'Changed by the other' });
    await sees(async () => (await from.call('GET', `/api/posts/${id}`)).post.version, version);
    await to.admin('POST', `/api/posts/${id}/rename`, { newId: `${id}-renamed` });
    await sees(async () => (await from.call('GET', `/api/posts/${id}-renamed`)).post.version > version, true);
    await from.admin('DELETE', `/api/posts/${id}-renamed`);
    await sees(async () => (await to.call('GET', `/api/posts?search=${encodeURIComponent(what)}`)).posts, []);
  },
  async 'a comment'(from, to, what) {
    const { id } = await from.admin('POST', '/api/posts', { title: `Thread ${what}` });
    const { comment } = await from.call('POST', `/api/posts/${id}/comments`, { author: 'Ann', content: what });
    await to.call('POST', `/api/posts/${id}/comments`, { author: 'Bo', content: 'A reply', parentId: comment.id });
    await to.call('POST', `/api/comments/${comment.id}/like`);
    const count = async () => (await from.call('GET', `/api/posts/${id}/comments`)).comments.length;
    await sees(count, 2);
    await to.admin('POST', '/api/comments/bulk', { action: 'delete', ids: [comment.id] });
    await sees(count, 0);
  },
  async 'a session'(from, to, what) {
    const token = await from.signIn(what);
    const authorization = { authorization: `Bearer ${token}` };
    await to.call('GET', '/api/admin/session', undefined, authorization);
    await to.call('POST', '/api/admin/logout', undefined, authorization);
    await sees(() => from.call('GET', '/api/admin/session', undefined, authorization).catch(() => 'ended'), 'ended');
  },
  async 'a key'(from, to, what) {
    const { key, secret } = await from.admin('POST', '/api/admin/keys', { name: what, scopes: ['drafts'] });
    await to.call('GET', '/api/admin/posts', undefined, { authorization: `Bearer ${secret}` });
    await to.admin('DELETE', `/api/admin/keys/${key.id}`);
  },
  async 'a subscriber'(from, to, what) {
    const email = `${what.replaceAll(' ', '.')}@example.org`;
    const { subscriber } = await from.admin('POST', '/api/admin/subscribers', { email, language: 'en' });
    await to.admin('DELETE', `/api/admin/subscribers/${subscriber.id}`);
    await sees(async () => (await from.admin('GET', '/api/admin/subscribers')).subscribers, []);
  },
  async 'a page'(from, to, what) {
    const { id } = await from.admin('POST', '/api/pages', { title: `Page ${what}`, content: what });
    await sees(async () => (await to.call('GET', `/api/pages/${id}`)).page.content, what);
    await to.admin('DELETE', `/api/pages/${id}`);
  },
};

/** Waits until a release hears of what the other one wrote. */
async function sees(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  await until(async () => JSON.stringify(await read().catch(() => null)) === JSON.stringify(expected));
}
