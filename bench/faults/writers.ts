import { clientAddress, send, type Answer } from '../../test/support/plain-http.ts';

/** Where to write, and as whom. */
export interface Target {
  url: string;
  token: string;
}

export const KINDS = ['post', 'comment', 'thread', 'like', 'import'] as const;
export type Kind = (typeof KINDS)[number];

/** A write that leaves something of its own behind, by which it is found again. */
export interface WriteRecord {
  kind: Kind;
  /** Id of the post, text of the comment, source keys of an import. */
  keys: string[];
  /** Unknown: the process was killed before it answered. */
  outcome: 'acknowledged' | 'refused' | 'unknown';
}

/** The post that takes comments and likes. */
export const THREAD = 'thread';
/** A site with comments here, and the number of its pages, whose threads their first comments make. */
const SITE = 'https://notes.example';
const PAGES = 1000;
/** Posts of one import call. */
const IMPORTED = 3;

export interface Writers {
  records: WriteRecord[];
  /** What `check` found: acknowledged changes that are gone, and bulk changes of which a part is there. */
  faults: { lost: number; half: number };
  /** Writes until the service is gone, or until it is over. */
  run(target: Target, over?: AbortSignal): Promise<void>;
  /**
   * Looks whether the changes of existing posts are what was acknowledged last, or the one that was under way. The first
   * call makes these posts.
   */
  check(target: Target): Promise<void>;
}

/**
 * One writer of each kind for new things and one for each post that changes, all at once.
 *
 * @param prefix of what they write, when others write too
 */
export function createWriters(prefix = ''): Writers {
  // Posts that are changed one by one, and those that are tagged together.
  const changed = [0, 1, 2].map((at) => `${prefix}changed-${at}`);
  const together = Array.from({ length: 5 }, (_, at) => `${prefix}tagged-${at}`);
  const records: WriteRecord[] = [];
  const faults = { lost: 0, half: 0 };
  const changes = changed.map(() => ({ sent: 0, acknowledged: 0 }));
  const bulk = { sent: 0, acknowledged: 0 };
  // Visitors of their own, too.
  let number = prefix === '' ? 0 : 2 ** 20;
  let isPrepared = false;

  async function prepare(target: Target): Promise<void> {
    for (const id of [...(prefix ? [] : [THREAD]), ...changed, ...together]) {
      await write(target, 'POST', '/api/posts', { id, title: id, content: 'version 0' });
    }
    await write(target, 'PUT', '/api/admin/settings', { commentSites: [{ origin: SITE, name: 'Notes' }] });
    isPrepared = true;
  }

  async function record(kind: Kind, keys: string[], sending: Promise<Answer>): Promise<void> {
    const one: WriteRecord = { kind, keys, outcome: 'unknown' };
    records.push(one);
    const { status } = await sending;
    one.outcome = status < 300 ? 'acknowledged' : 'refused';
  }

  const makers: ((target: Target) => Promise<void>)[] = [
    (target) => {
      const id = `${prefix}post-${number++}`;
      return record('post', [id], write(target, 'POST', '/api/posts', { id, title: id, content: `text of ${id}` }));
    },
    (target) => {
      const content = `${prefix}comment ${number++}`;
      const body = { author: 'Ann', content };
      return record('comment', [content], visit(target, `/api/posts/${THREAD}/comments`, number, body));
    },
    (target) => {
      const content = `${prefix}note ${number++}`;
      const page = encodeURIComponent(`${SITE}/${prefix}${number % PAGES}`);
      const body = { author: 'Ann', content };
      return record('thread', [content], visit(target, `/api/threads/comments?url=${page}`, number, body));
    },
    (target) => record('like', [], visit(target, `/api/posts/${THREAD}/like`, number++)),
    (target) => {
      const keys = Array.from({ length: IMPORTED }, () => `${prefix}old-${number++}`);
      const posts = keys.map((key) => ({ sourceKey: key, title: key, content: `text of ${key}` }));
      return record('import', keys, write(target, 'POST', '/api/admin/import', { posts }));
    },
  ];

  async function change(target: Target, at: number): Promise<void> {
    const one = changes[at]!;
    const version = ++one.sent;
    const { status } = await write(target, 'PUT', `/api/posts/${changed[at]}`, { content: `version ${version}` });
    if (status === 200) one.acknowledged = version;
  }

  async function tagAll(target: Target): Promise<void> {
    const turn = ++bulk.sent;
    const action = turn % 2 === 1 ? 'tag' : 'untag';
    const { status } = await write(target, 'POST', '/api/posts/bulk', { action, tag: 'odd', ids: together });
    if (status === 200) bulk.acknowledged = turn;
  }

  return {
    records,
    faults,
    async run(target, over) {
      const untilGone = (work: () => Promise<void>) => repeat(work, over);
      await Promise.all([
        ...[...makers, ...makers].map((make) => untilGone(() => make(target))),
        ...changed.map((_, at) => untilGone(() => change(target, at))),
        untilGone(() => tagAll(target)),
      ]);
    },
    async check(target) {
      if (!isPrepared) return prepare(target);
      for (const [at, one] of changes.entries()) {
        const { content } = await read(target, changed[at]!);
        const stored = Number(content.replace('version ', ''));
        if (stored !== one.acknowledged && stored !== one.sent) faults.lost += 1;
        one.sent = one.acknowledged = stored;
      }
      const tagged = await Promise.all(together.map(async (id) => (await read(target, id)).tags.length));
      if (new Set(tagged).size > 1) faults.half += 1;
      const isOdd = tagged[0] === 1;
      if (![bulk.acknowledged, bulk.sent].some((turn) => (turn % 2 === 1) === isOdd)) faults.lost += 1;
      bulk.sent = bulk.acknowledged = isOdd ? 1 : 2;
    },
  };
}

async function repeat(work: () => Promise<void>, over: AbortSignal | undefined): Promise<void> {
  try {
    for (;;) {
      if (over?.aborted) return;
      await work();
    }
  } catch {
    // The process was killed, and the connection with it.
  }
}

function write(target: Target, method: string, path: string, json: unknown): Promise<Answer> {
  return send(target.url + path, { method, json, headers: { authorization: `Bearer ${target.token}` } });
}

/** A visitor of their own each time, so that no limit is met. */
function visit(target: Target, path: string, number: number, json?: unknown): Promise<Answer> {
  return send(target.url + path, { method: 'POST', json, headers: clientAddress(number >> 16, number) });
}

async function read(target: Target, id: string): Promise<{ content: string; tags: string[] }> {
  const headers = { authorization: `Bearer ${target.token}` };
  const { body } = await send(`${target.url}/api/posts/${id}`, { headers });
  return (JSON.parse(body.toString()) as { post: { content: string; tags: string[] } }).post;
}
