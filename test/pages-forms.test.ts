import { expect } from 'chai';

import { limits, type Limit } from '../routers/base/limits.ts';
import { addComments, comment, set } from './support/comments.ts';
import { open } from './support/pages.ts';
import { write } from './support/posts.ts';
import type { TestService } from './support/service.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';

/** Submits the form of a page like a browser without scripts. */
async function send(
  { url }: TestService,
  thread: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${url}/posts/${thread}/comments`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...freshAddress(), origin: url, ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, location: answer.headers.get('location') ?? '', answer, text: await answer.text() };
}

/** A new visitor who has used up a limit but for some. */
async function visitorNear({ services }: TestService, { name, max }: Limit, left: number) {
  const headers = freshAddress();
  for (let time = left; time < max; time++) await services.counters.increment(name, headers['cf-connecting-ip']!);
  return headers;
}

// docs/interface.md, F10
describeVisited('a comment form without scripts', (use) => {
  before(async () => {
    await write(use(), { id: 'post', title: 'A post' });
  });

  it('redirects to the page, which shows the comment and a message', async () => {
    const { status, location } = await send(use(), 'post', { author: 'Ann', content: 'Plainly <b>sent</b>' });
    expect(status).to.equal(303);
    expect(location).to.match(/^\/posts\/post\?sent=shown&thread=post#c-/);
    const page = await open(use(), location);
    expect(page)
      .to.include('Plainly &lt;b&gt;sent&lt;/b&gt;')
      .and.include('Thank you, your comment has been published.');
    expect(await open(use(), '/posts/post'))
      .to.include('Plainly')
      .and.not.include('Thank you');
  });

  it('shows that a comment is pending', async () => {
    await set(use(), { commentModeration: 'all' });
    const { location } = await send(use(), 'post', { author: 'Bo', content: 'MARKER to be approved' });
    await set(use(), { commentModeration: 'off' });
    expect(location).to.equal('/posts/post?sent=held&thread=post#write-post');
    const page = await open(use(), location);
    expect(page).to.include('Your comment will appear after approval.').and.not.include('MARKER');
  });

  it('accepts replies by a link', async () => {
    const { location } = await send(use(), 'post', { author: 'Cy', content: 'To be answered' });
    const id = location.split('#')[1] ?? '';
    const page = await open(use(), `/posts/post?reply=${id}`);
    expect(page).to.include('Reply to Cy').and.include(`name="parentId" value="${id}"`);
    await send(use(), 'post', { author: 'Di', content: 'The answer', parentId: id });
    const { body } = await use().call('GET', '/api/posts/post/comments');
    const { comments } = body as { comments: { content: string; parent_id: string | null }[] };
    expect(comments.find(({ content }) => content === 'The answer')?.parent_id).to.equal(id);
  });

  it('accepts replies to comments that the page does not show, also after an error', async () => {
    await write(use(), { id: 'many', title: 'Many' });
    const { id } = (await comment(use(), 'many', { author: 'Cy' }, freshAddress())).comment;
    await addComments(use(), 'many', 300);
    const page = await open(use(), `/posts/many?reply=${id}`);
    expect(page).to.not.include(`data-comment="${id}"`);
    expect(page).to.include('Reply to Cy').and.include(`name="parentId" value="${id}"`);
    const { text } = await send(use(), 'many', { author: '', content: 'A late answer', parentId: id });
    expect(text).to.include('A late answer').and.include(`name="parentId" value="${id}"`);
    for (const parentId of ['c-none', '\0']) {
      const { status, text: shown } = await send(use(), 'many', { author: '', content: 'To nobody', parentId });
      expect(status).to.equal(400);
      expect(shown).to.include('To nobody').and.not.include('name="parentId"');
    }
  });

  it('writes to the guestbook', async () => {
    const { location } = await send(use(), 'gb-idea', { author: 'Ed', content: 'An idea of mine' });
    expect(location).to.match(/^\/guestbook\?sent=shown&thread=gb-idea#c-/);
    expect(await open(use(), location)).to.include('An idea of mine');
  });

  it('counts the characters of a text that is too long as the service does', async () => {
    const { status, text } = await send(use(), 'post', { author: 'Ann', content: `x${'\u0301'.repeat(5000)}` });
    expect(status).to.equal(400);
    // 5,001, and a joiner after every 30 marks but the last ones (C10).
    expect(text).to.include('167 characters too many');
  });

  it('shows errors beside the fields, and keeps the input', async () => {
    const { status, text, answer } = await send(use(), 'post', { author: '', content: 'Kept "words"' });
    expect(status).to.equal(400);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(text).to.include('Kept &#34;words&#34;</textarea>');
    expect(text).to.match(/<p class="problem" id="author-problem-post">[^<]+<\/p>/);
    expect(text).to.match(/name="author" value=""[^>]+aria-invalid="true"/);
  });

  it('shows errors in the language of the site', async () => {
    await set(use(), { language: 'de' });
    const { text } = await send(use(), 'post', { author: ' ', content: 'x'.repeat(5002) });
    expect(text).to.include('id="author-problem-post">Bitte füllen Sie dieses Feld aus.</p>');
    expect(text).to.include('id="content-problem-post">2 Zeichen zu viel</p>');
    const strange = await send(use(), 'post', { author: 'Ed', content: 'x', parentId: 'strange' });
    expect(strange.text).to.match(
      /role="alert">(Die Anfrage wurde abgelehnt|Unter dieser URL wurde nichts gefunden)\./,
    );
    await set(use(), { language: 'en' });
  });

  it('shows every error as a message, and keeps the text', async () => {
    const fields = { author: 'Fay', content: 'Twice the same' };
    await send(use(), 'post', fields);
    const twice = await send(use(), 'post', fields);
    expect(twice.status).to.equal(409);
    expect(twice.text).to.include('You have already posted this comment.').and.include('Twice the same</t');
    const foreign = await send(
      use(),
      'post',
      { author: 'G', content: 'From elsewhere' },
      { origin: 'https://evil.example' },
    );
    expect(foreign.status).to.equal(403);
    expect(foreign.text).to.include('Requests from this page are not allowed').and.include('From elsewhere</textarea>');
    const address = freshAddress();
    const answers = [];
    for (let number = 0; number < 21; number++) {
      answers.push(await send(use(), 'post', { author: 'H', content: `Number ${number}` }, address));
    }
    expect(answers.at(-1)?.status).to.equal(429);
    expect(answers.at(-1)?.text).to.match(/try again in \d+ second/);
    expect(answers.at(-1)?.answer.headers.get('retry-after')).to.match(/^\d+$/);
  });

  it('holds comments with a filled honeypot, and loses none', async () => {
    const { location } = await send(use(), 'post', { author: 'Bot', content: 'Filled in', octavo_leave_empty: 'x' });
    expect(location).to.include('sent=held');
    const { body } = await use().admin('GET', '/api/comments?status=spam');
    expect((body as { comments: { content: string }[] }).comments.map(({ content }) => content)).to.include(
      'Filled in',
    );
  });

  it('accepts only POST with form fields, for existing posts', async () => {
    expect((await send(use(), 'none', { author: 'I', content: 'Nowhere' })).status).to.equal(404);
    const { url } = use();
    const get = await fetch(`${url}/posts/post/comments`, { headers: freshAddress() });
    expect([get.status, get.headers.get('allow')]).to.deep.equal([405, 'POST, OPTIONS']);
    const options = await fetch(`${url}/posts/post/comments`, { method: 'OPTIONS', headers: freshAddress() });
    expect([options.status, options.headers.get('allow')]).to.deep.equal([204, 'POST, OPTIONS']);
    const json = await send(use(), 'post', {}, { 'content-type': 'application/json' });
    expect(json.status).to.equal(415);
  });

  // docs/interface.md, W15
  it('is refused for the limit before its body is', async () => {
    const headers = await visitorNear(use(), limits.commentAttempts, 0);
    const { status } = await send(use(), 'post', {}, { ...headers, 'content-type': 'application/json' });
    expect(status).to.equal(429);
  });

  // docs/interface.md, L2, L4
  it('is shown again within the limit of reads only', async () => {
    const headers = await visitorNear(use(), limits.everyRead, 1);
    const refused = () => send(use(), 'post', { author: '', content: 'Kept words' }, headers);
    const [last, beyond] = [await refused(), await refused()];
    expect([last.status, last.text.includes('Kept words')]).to.deep.equal([400, true]);
    expect([beyond.status, beyond.answer.headers.get('content-type')]).to.deep.equal([
      429,
      'text/plain; charset=utf-8',
    ]);
  });
});
