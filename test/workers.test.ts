import { expect } from 'chai';

import { PASSWORD } from './support/service.ts';
import { cleanUp, lineOf, newFolder, start, type Started } from './support/started.ts';
import {
  isThere,
  openConnection,
  openConnections,
  startWorkers,
  until,
  workersOf,
  type Connection,
  type Reply,
} from './support/workers.ts';

const METRICS_TOKEN = 'the metrics token';

async function signIn({ call }: Connection): Promise<Record<string, string>> {
  const { body } = await call('POST', '/api/admin/login', { password: PASSWORD });
  return { authorization: `Bearer ${body.token}` };
}

/** So many requests at once, spread over the connections. */
function atOnce(connections: Connection[], count: number, ask: (one: Connection, at: number) => Promise<Reply>) {
  return Promise.all(Array.from({ length: count }, (_, at) => ask(connections[at % connections.length]!, at)));
}

function withStatus(replies: Reply[], wanted: number): number {
  return replies.filter(({ status }) => status === wanted).length;
}

describe('workers', function () {
  this.timeout(60_000);
  let started: Started;
  let url: string;
  let connections: Connection[];
  let admin: Record<string, string>;

  before(async () => {
    started = startWorkers(await newFolder(), { ADMIN_PASSWORD: PASSWORD, METRICS_TOKEN });
    url = await started.url;
    connections = await openConnections(url);
    admin = await signIn(connections[0]!);
  });
  after(async () => {
    connections.forEach(({ close }) => close());
    await cleanUp();
  });

  it('all serve, and each line of the log tells which of them wrote it', async () => {
    expect(workersOf(started)).to.have.length(2);
    const answered = () => [...started.output().matchAll(/"worker":(\d+),"method":"GET"/g)].map(([, worker]) => worker);
    await until(() => answered().length >= connections.length);
    expect(answered()).to.include.members(['1', '2']);
    expect(started.output().match(/"method"/g)).to.have.length(started.output().match(/"worker"/g)?.length ?? 0);
  });

  it('what is written through one is read at once through all', async () => {
    const { body } = await connections[0]!.call('POST', '/api/posts', { title: 'First' }, admin);
    for (let round = 0; round < 50; round++) {
      const title = `Title ${round}`;
      const reader = { 'cf-connecting-ip': `198.51.100.${round}` };
      const writer = connections[round % connections.length]!;
      expect((await writer.call('PUT', `/api/posts/${body.id}`, { title }, admin)).status).to.equal(200);
      for (const { call } of connections) {
        expect((await call('GET', `/api/posts/${body.id}`, undefined, reader)).body.post.title).to.equal(title);
        expect((await call('GET', '/api/posts', undefined, reader)).body.posts[0].title).to.equal(title);
      }
    }
  });

  it('settings that are changed through one hold at once in all', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      await connections[title.length % 2]!.call('PUT', '/api/admin/settings', { title }, admin);
      for (const { call } of connections) expect((await call('GET', '/api/site')).body.title).to.equal(title);
    }
  });

  it('of 300 reads at once, from one address, 240 pass at least and 264 at most', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.1' };
    const many = await openConnections(url, 20);
    const replies = await atOnce(many, 300, ({ call }) => call('GET', '/api/popular', undefined, headers));
    many.forEach(({ close }) => close());
    expect(withStatus(replies, 200)).to.be.within(240, 264);
    expect(withStatus(replies, 429)).to.equal(300 - withStatus(replies, 200));
    const later = await atOnce(connections, 4, ({ call }) => call('GET', '/api/popular', undefined, headers));
    // Until a worker asks the others it may let a few more pass; over all it is a tenth at most.
    expect(withStatus(replies, 200) + withStatus(later, 200)).to.be.at.most(264);
  });

  it('20 comments a minute are stored for an address, through whichever they come', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.2' };
    const replies = await atOnce(connections, 50, ({ call }, at) =>
      call('POST', '/api/posts/gb-idea/comments', { author: 'Ann', content: `Comment ${at}` }, headers),
    );
    expect(withStatus(replies, 201)).to.equal(20);
  });

  it('of 1,000 identical comments at once one is stored', async () => {
    const comment = { author: 'Ann', content: 'Again and again' };
    const replies = await atOnce(connections, 1000, ({ call }, at) =>
      call('POST', '/api/posts/gb-note/comments', comment, { 'cf-connecting-ip': `203.0.113.${at % 250}` }),
    );
    expect(withStatus(replies, 201)).to.equal(1);
    expect(withStatus(replies, 409)).to.equal(999);
  });

  it('five failed sign-ins, spread over all, cool the address down for all', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.3' };
    for (let time = 0; time < 5; time++) {
      const { call } = connections[time % connections.length]!;
      expect((await call('POST', '/api/admin/login', { password: 'wrong password' }, headers)).status).to.equal(401);
    }
    for (const { call } of connections) {
      expect((await call('POST', '/api/admin/login', { password: PASSWORD }, headers)).status).to.equal(429);
    }
  });

  it('the metrics of any of them are those of all', async () => {
    const texts: string[] = [];
    for (const _ of connections) {
      const answer = await fetch(`${url}/metrics`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' },
      });
      texts.push(await answer.text());
    }
    const counted = (text: string) => {
      const of = (decision: string) =>
        new RegExp(`octavo_limit_decisions_total\\{limit="read:stats.popular",decision="${decision}"\\} (\\d+)`);
      return Number(of('passed').exec(text)?.[1]) + Number(of('refused').exec(text)?.[1]);
    };
    // 300 at once and four after them, in the test above.
    expect(texts.map(counted)).to.deep.equal(texts.map(() => 304));
  });

  it('one that is killed takes no answered write along, the other serves on, and a new one comes up', async () => {
    const [first] = workersOf(started);
    const written: string[] = [];
    const write = async ({ call }: Connection, at: number): Promise<void> => {
      const headers = { 'cf-connecting-ip': `198.18.0.${at % 100}` };
      const comment = { author: 'Bob', content: `Survivor ${at}` };
      const reply = await call('POST', '/api/posts/gb-idea/comments', comment, headers).catch(() => null);
      if (reply?.status === 201) written.push(comment.content);
      if (at === 40) process.kill(first!, 'SIGKILL');
    };
    for (let at = 0; at < 100; at += 4) {
      await Promise.all(connections.map((one, offset) => write(one, at + offset)));
    }
    expect(written.length).to.be.at.least(90);
    await until(() => !isThere(first!));
    await until(() => workersOf(started).length === 2);
    await until(() => (started.output().match(/another one takes its place/g) ?? []).length === 1);
    const fresh = await openConnections(url);
    for (const { call } of [...connections, ...fresh]) {
      const { body } = await call('GET', '/api/posts/gb-idea/comments');
      const contents = (body.comments as { content: string }[]).map(({ content }) => content);
      expect(contents).to.include.members(written);
    }
    fresh.forEach(({ close }) => close());
  });

  it('all end on SIGTERM, with exit code 0', async () => {
    const pids = workersOf(started);
    started.process.kill('SIGTERM');
    expect(await started.ended).to.equal(0);
    expect(pids.filter(isThere)).to.deep.equal([]);
  });
});

describe('a worker that hangs', function () {
  this.timeout(60_000);
  after(cleanUp);

  it('is ended after 5 s, since it would answer what is stale, and the write is answered', async () => {
    const started = startWorkers(await newFolder());
    const connections = await openConnections(await started.url);
    const [first = 0] = workersOf(started);
    process.kill(first, 'SIGSTOP');
    const replies = await atOnce(connections, connections.length, ({ call }, at) => {
      const comment = { author: 'Ann', content: `Comment ${at}` };
      return call('POST', '/api/posts/gb-note/comments', comment).catch(() => ({ status: 0, body: null }));
    });
    connections.forEach(({ close }) => close());
    expect(replies.map(({ status }) => status)).to.have.members([0, 0, 201, 201]);
    await until(() => !isThere(first));
    await until(() => workersOf(started).length === 2);
  });
});

describe('a worker that is killed while it is handed a connection', function () {
  this.timeout(60_000);
  after(cleanUp);

  it('leaves nobody waiting', async () => {
    const started = startWorkers(await newFolder());
    const url = await started.url;
    const [first = 0] = workersOf(started);
    process.kill(first, 'SIGSTOP');
    const connections = Array.from({ length: 6 }, () => openConnection(url));
    const came: number[] = [];
    const calls = connections.map(async ({ call }) => {
      const { status } = await call('GET', '/healthz').catch(() => ({ status: 0 }));
      came.push(status);
    });
    await until(() => came.length === 5);
    process.kill(first, 'SIGKILL');
    await Promise.all(calls);
    expect(came).to.deep.equal([200, 200, 200, 200, 200, 0]);
    expect((await openConnection(url).call('GET', '/healthz')).status).to.equal(200);
  });
});

describe('start of workers', function () {
  this.timeout(60_000);
  after(cleanUp);

  it('migrates once, and prints its address and the first password once', async () => {
    const started = startWorkers(await newFolder());
    await started.url;
    started.process.kill('SIGTERM');
    expect(await started.ended).to.equal(0);
    for (const once of ['Octavo serves', 'The first password is', 'the database is up to date', 'no site address']) {
      expect(started.output().split(once), once).to.have.length(2);
    }
    expect(started.errors()).to.equal('');
  });

  it('says once why they do not serve', async () => {
    const other = start(await newFolder());
    const { port } = new URL(await other.url);
    const started = startWorkers(await newFolder(), { PORT: port });
    started.url.catch(() => undefined);
    expect(await started.ended).to.equal(1);
    expect(started.errors()).to.match(new RegExp(`^Port ${port} .*in use.*\\n$`));
  });

  it('they end when the primary is gone', async () => {
    const started = startWorkers(await newFolder());
    await started.url;
    const pids = workersOf(started);
    started.process.kill('SIGKILL');
    await until(() => !pids.some(isThere));
    await lineOf(started, /Octavo serves/);
  });
});
