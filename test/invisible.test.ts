import { expect } from 'chai';

import { isInvisible, withoutIgnorable } from '../shared/invisible.ts';
import { comment, edit, expectRefusal, listed, submit } from './support/comments.ts';
import { faces } from './support/faces.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

/** Invisible texts by description. */
const INVISIBLE: [what: string, text: string][] = [
  ['zero-width space', '\u200B'],
  ['several zero-width characters', '\u200B\u200C\u200D\u2060\uFEFF'],
  ['soft hyphen', '\u00AD'],
  ['combining grapheme joiner', '\u034F'],
  ['Hangul fillers', '\u3164\u115F\u1160\uFFA0'],
  ['Mongolian vowel separator', '\u180E'],
  ['Braille pattern blank', '\u2800'],
  ['no-break and ideographic spaces between joiners', '\u200D\u00A0\u3000\u2007\u200D'],
  ['a line separator between joiners', '\u200D\u2028\u200D'],
  ['variation selectors', '\uFE0F\u{E0100}'],
  ['tags without a flag', '\u{E0067}\u{E007F}'],
  ['marks alone', '\u0301\u20DD'],
  ['object replacement', '\uFFFC'],
  ['null notehead', '\u{1D159}'],
];

/** Visible texts with ignorable characters. */
const VISIBLE: [what: string, text: string][] = [
  ['a family', '👨‍👩‍👧'],
  ['a heart with its variation selector', '❤️'],
  ['a keycap', '1️⃣'],
  ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['Persian with a non-joiner', 'می‌خواهم'],
  ['Devanagari with a joiner', 'क्‍ष'],
  ['an Arabic number sign', '\u0600'],
  ['a full stop', '.'],
  ['Braille', '⠓⠊'],
  ['an emoji that is not assigned yet', '\u{1FAFF}'],
];

describe('invisible text', () => {
  for (const [what, text] of INVISIBLE) it(`is ${what}`, () => expect(isInvisible(text)).to.equal(true));
  for (const [what, text] of VISIBLE) it(`is not ${what}`, () => expect(isInvisible(text)).to.equal(false));
  it('includes the empty text', () => expect(isInvisible('')).to.equal(true));

  it('is removed before texts are compared, with the white space and the composition around it', () => {
    expect(withoutIgnorable('a\u200Bb \u200B')).to.equal('ab');
    expect(withoutIgnorable('e\u034F\u0301')).to.equal('é');
  });
});

describeVisited.onBothEngines('invisible text in input', (use) => {
  for (const [what, text] of INVISIBLE) {
    it(`is rejected as author and as text of a comment: ${what}`, async () => {
      for (const field of ['author', 'content']) {
        const answer = await submit(use(), 'gb-note', { author: 'Ann', content: what, [field]: text });
        expectRefusal(answer, 400, 'BAD_REQUEST');
        expect(answer.body.issues).to.have.length(1);
        expect(answer.body.issues[0].path).to.equal(field);
      }
    });
  }

  it('is not text that shows anything', async () => {
    const id = await write(use(), { title: 'Visible' });
    for (const [what, text] of VISIBLE) {
      await comment(use(), id, { author: text, content: `${text} ${what}` });
    }
    const shown = await listed(use(), id);
    expect(shown.map(({ author }) => author)).to.deep.equal(VISIBLE.map(([, text]) => text));
  });

  it('does not make a comment different', async () => {
    const id = await write(use(), { title: 'Doubled' });
    await comment(use(), id, { author: 'Ann', content: 'The same' });
    for (const [author, content] of [
      ['Ann', 'The\u200B same'],
      ['Ann', '\u200BThe same \u200B'],
      ['A\u2060nn', 'The same'],
      ['Ann', 'The same\uFE0F'],
    ]) {
      expectRefusal(await submit(use(), id, { author, content }), 409, 'DUPLICATE_COMMENT');
    }
    const other = await comment(use(), id, { author: 'Ann', content: 'Another' });
    expectRefusal(await edit(use(), other, { content: 'The\u200D same' }), 409, 'DUPLICATE_COMMENT');
    const byAdmin = await use().admin('PUT', `/api/comments/${other.comment.id}`, { content: 'The\u200D same' });
    expectRefusal(byAdmin, 409, 'DUPLICATE_COMMENT');
  });

  it('is rejected in edits, by the author and by the owner, and in replies', async () => {
    const made = await comment(use(), 'gb-note');
    expectRefusal(await edit(use(), made, { content: '\u200B' }), 400, 'BAD_REQUEST');
    expectRefusal(await edit(use(), made, { author: '\u2800' }), 400, 'BAD_REQUEST');
    const { id } = made.comment;
    expectRefusal(await use().admin('PUT', `/api/comments/${id}`, { content: '\u3164' }), 400, 'BAD_REQUEST');
    const reply = await use().admin('POST', `/api/comments/${id}/reply`, { content: '\u200B' });
    expectRefusal(reply, 400, 'BAD_REQUEST');
  });

  it('may be added in an edit of visible text', async () => {
    const made = await comment(use(), 'gb-note', { content: 'I ❤ it, invisibly' });
    expect((await edit(use(), made, { content: 'I ❤️ it, invisibly' })).body.comment.content).to.include('❤️');
  });

  it('is compared correctly with digests from before 2.16.0, which include it', async () => {
    const old = await comment(use(), 'gb-idea', { author: 'Ann', content: 'Old ❤️' });
    await use()
      .database.kysely.updateTable('comments')
      .set({ digest: 'digest of the whole text' })
      .where('id', '=', old.comment.id)
      .execute();
    await comment(use(), 'gb-idea', { author: 'Ann', content: 'Old ❤️' });
    expect((await edit(use(), old, { content: 'Old ❤️' })).status).to.equal(200);
    expect((await edit(use(), old, { content: 'Old ❤️, new' })).status).to.equal(200);
    const both = await listed(use(), 'gb-idea', old.receipt);
    expect(both.map(({ content }) => content)).to.deep.equal(['Old ❤️, new', 'Old ❤️']);
  });

  for (const [face, call] of faces) {
    // docs/interface.md, P7
    it(`is rejected in titles, tags, categories, names of media and settings, over ${face}`, async () => {
      const { token } = use();
      const id = await write(use(), { title: 'Named' });
      const calls: [name: string, input: Record<string, unknown>, path: string][] = [
        ['posts.create', { title: '\u200B' }, 'title'],
        ['posts.create', { title: 'T', tags: ['a', '\u2800'] }, 'tags.1'],
        ['posts.create', { title: 'T', category: '\u3164' }, 'category'],
        ['posts.update', { id, title: '\u00AD' }, 'title'],
        ['posts.bulk', { action: 'tag', ids: [id], tag: '\u200B' }, 'tag'],
        ['workingCopies.save', { id, baseVersion: 1, fields: { title: '\u200B' } }, 'fields.title'],
        ['media.add', { url: 'https://example.org/a.png', name: '\u200B' }, 'name'],
        ['settings.update', { title: '\u200B' }, 'title'],
        ['settings.update', { author: '\u200B' }, 'author'],
      ];
      for (const [name, input, path] of calls) {
        const { status, value } = await call(use(), name, input, { token });
        expect(status, name).to.equal(400);
        expect((value as { issues: { path: string }[] }).issues.map((issue) => issue.path)).to.deep.equal([path]);
      }
      expect(
        (await call(use(), 'posts.bulk', { action: 'untag', ids: [id], tag: '\u200B' }, { token })).status,
      ).to.equal(200);
      expect((await call(use(), 'search.query', { q: '\u200B' }, {})).status).to.equal(200);
    });
  }

  it('is reported in forms like an empty field', async () => {
    const form = new URLSearchParams({ author: '\u200B', content: 'A form with an invisible name' });
    const { status, body: text } = await use().call('POST', '/posts/gb-note/comments', {
      raw: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: use().url },
    });
    expect(status).to.equal(400);
    expect(text).to.include('Please fill in this field.');
  });
});
