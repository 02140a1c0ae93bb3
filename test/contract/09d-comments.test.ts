import { expect } from 'chai';

import { comment, expectRefusal, listed, showing, submit } from '../support/comments.ts';
import { heldBy } from '../support/held.ts';
import { write } from '../support/posts.ts';
import { describeVisited, freshAddress } from '../support/visitors.ts';

const SUBMIT = 'test/comments-submit.test.ts';
const OWN = 'test/comments-own.test.ts';
const ORIGIN = 'test/comments-origin.test.ts';
const ADMIN = 'test/comments-admin.test.ts';

/** decisions.md, "Comments", in its order. */
describeVisited('decisions: comments', (use) => {
  heldBy('Author 1–80 and content 1–5,000 characters; longer: 400', SUBMIT, 'answers ${expected} to ${title}');
  heldBy('Cleaning', SUBMIT, 'cleans author and content before it keeps them');
  heldBy(
    '… control characters, tabs, CRLF, bidirectional overrides, lone surrogates, NFC',
    'test/text.test.ts',
    'removes C0, DEL and C1',
    'makes a tab a space',
    'removes bidirectional',
    'removes lone surrogates',
    'composes (NFC)',
  );
  heldBy(
    'Stored as plain text; both faces return entities, once',
    SUBMIT,
    'escapes & < > and " once, the same on every face',
  );
  heldBy('The client exports plainText(comment)', 'test/text.test.ts', 'takes the content of a comment');
  heldBy('Initial status', 'test/comments-moderation.test.ts', 'off: approves', 'all: holds', 'first: holds');

  it('POST answers 201 { ok, comment, receipt }', async () => {
    const { status, body } = await submit(use(), 'gb-note', { author: 'Ann', content: 'Hello' });
    expect(status).to.equal(201);
    expect(body).to.have.all.keys('ok', 'comment', 'receipt');
  });
  heldBy(
    "With receipts a list contains the visitor's own pending comments",
    OWN,
    'shows a pending comment to whoever holds its receipt',
  );
  heldBy('… at most 20, comma separated', OWN, 'reads 20 receipts of a header and no more');
  heldBy(
    '… edit or delete for 15 minutes',
    OWN,
    'changes author and content until 15',
    'refuses change and deletion in the 16th',
  );
  heldBy(
    'An edit passes everything that a new comment passes',
    OWN,
    'measures an edit as it measures a new',
    'moderates an edit as a new',
  );
  it('… duplicates and Origin included', async () => {
    await comment(use(), 'gb-note', { author: 'Ann', content: 'First' });
    const { comment: mine, receipt } = await comment(use(), 'gb-note', { author: 'Ann', content: 'Second' });
    const edit = (headers: Record<string, string>) =>
      use().call('PUT', `/api/posts/gb-note/comments/${mine.id}`, {
        body: { content: ' First\u0007 ' },
        headers: { ...showing(receipt), ...headers },
      });
    expectRefusal(await edit({}), 409, 'DUPLICATE_COMMENT');
    expectRefusal(await edit({ origin: 'null' }), 403, 'ORIGIN_NOT_ALLOWED');
  });
  heldBy(
    "A writer's delete of a comment with replies leaves it empty",
    OWN,
    'deletes a comment without replies, and leaves one',
  );
  heldBy(
    "Only the administrator's delete takes the replies",
    'test/comments-moderation.test.ts',
    "the administrator's delete takes",
  );

  heldBy(
    'A parent must be approved, on the same post or section: else 400',
    'test/comments-replies.test.ts',
    'refuses a parent that is unknown',
  );
  heldBy(
    "… or the writer's own, by receipt",
    'test/comments-replies.test.ts',
    'takes a pending parent from its writer only',
  );
  it('Deeper than a reply to a reply: 400 NESTING_TOO_DEEP', async () => {
    let parentId: string | null = null;
    for (let depth = 0; depth < 3; depth++) parentId = (await comment(use(), 'gb-idea', { parentId })).comment.id;
    expectRefusal(await submit(use(), 'gb-idea', { author: 'A', content: 'B', parentId }), 400, 'NESTING_TOO_DEEP');
  });
  it('Unknown post or draft: 404; other gb-… ids: 404', async () => {
    const draft = await write(use(), { status: 'draft' });
    for (const id of ['nobody', draft, 'gb-other']) {
      expectRefusal(await submit(use(), id, { author: 'A', content: 'B' }), 404, 'NOT_FOUND');
      expectRefusal(await use().call('GET', `/api/posts/${id}/comments`), 404, 'NOT_FOUND');
    }
  });
  heldBy(
    'The newest 300 at most, with total and before',
    'test/comments-window.test.ts',
    'holds the newest 300, oldest first, with the number of all and a cursor',
  );
  it('total counts all approved', async () => {
    const { comment: held } = await comment(use(), 'gb-idea');
    const before = (await use().call('GET', '/api/posts/gb-idea/comments')).body.total as number;
    await use().admin('PUT', `/api/comments/${held.id}`, { status: 'pending' });
    expect((await use().call('GET', '/api/posts/gb-idea/comments')).body.total).to.equal(before - 1);
  });
  heldBy(
    'A reply whose parent is hidden keeps its parent_id',
    'test/comments-moderation.test.ts',
    'shows pending replies of a hidden parent',
  );

  heldBy(
    'Limits: 20 stored comments a minute, and 60 attempts',
    'test/limits.test.ts',
    '20 comments a minute',
    '60 attempts a minute',
  );
  heldBy(
    'Duplicates: of a thousand at once exactly one is stored',
    'test/comments-duplicates.test.ts',
    'stores exactly one of 50 that come at once',
  );

  heldBy(
    'No Origin header passes, unless Sec-Fetch-Site: cross-site',
    ORIGIN,
    'takes requests without Origin, unless the browser',
  );
  heldBy('Origin: null is refused', ORIGIN, 'refuses null and every other origin');
  heldBy(
    'An Origin must equal the site address; without one only the own origin',
    ORIGIN,
    "takes the request's own origin",
    'follows the site address as soon as it is set',
  );
  it('Likes, views and error reports make the same check', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    const post = await write(use(), {});
    const headers = () => ({ origin: 'https://elsewhere.example', ...freshAddress() });
    for (const path of [`comments/${id}/like`, `posts/${post}/like`, `posts/${post}/view`, 'errors']) {
      const refused = await use().call('POST', `/api/${path}`, { headers: headers(), body: { message: 'x' } });
      expectRefusal(refused, 403, 'ORIGIN_NOT_ALLOWED');
    }
  });

  heldBy(
    'GET /api/comments newest first; status, post, search; post_title',
    ADMIN,
    'shows everything, the newest first',
    'filters by status',
    'filters by post',
    'searches author',
  );
  it('PUT takes status, pinned, featured, content; answers { ok, comment }', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    const sent = { status: 'pending', pinned: true, featured: 1, content: 'Corrected' };
    const { body } = await use().admin('PUT', `/api/comments/${id}`, sent);
    expect(body).to.have.all.keys('ok', 'comment');
    expect(body.comment).to.include({ status: 'pending', pinned: 1, featured: 1, content: 'Corrected' });
  });
  heldBy('Both transitions allowed and idempotent', 'test/comments-moderation.test.ts', 'approves and holds both ways');
  it('DELETE removes its replies too: { ok, deleted: n }', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    const reply = (await comment(use(), 'gb-note', { parentId: id })).comment;
    await comment(use(), 'gb-note', { parentId: reply.id });
    expect((await use().admin('DELETE', `/api/comments/${id}`)).body).to.deep.equal({ ok: true, deleted: 3 });
    expect((await listed(use(), 'gb-note')).map((one) => one.id)).to.not.include(reply.id);
  });
  heldBy(
    'POST /api/comments/bulk → { ok, changed: n }',
    ADMIN,
    'holds and approves many',
    'deletes many with',
    'takes 1 to 200 ids',
  );
  heldBy('Likes: once per address and comment', 'test/comments-likes.test.ts', 'counts once for each address');
});
