// Functions from orval, whose zod schemas check what is sent and answered: comments on a post, and approves in bulk.
import * as api from './generated/client.ts';
import * as schemas from './generated/schemas.ts';

const options = { headers: { Authorization: `Bearer ${process.env['OCTAVO_KEY']}` } };

const input = schemas.CommentsSubmitBody.parse({ author: 'Ada', content: 'Is it <open>?' });
const written = await api.commentsSubmit('lighthouse', input);
if (written.status !== 201) throw new Error(`It was answered ${written.status}.`);
const { comment } = schemas.CommentsSubmitResponse.parse(written.data);
console.log(comment.author, comment.content);

const held = await api.commentsBulk({ action: 'hold', ids: [comment.id] }, options);
console.log(held.status, held.data);
const approved = await api.commentsBulk(
  schemas.CommentsBulkBody.parse({ action: 'approve', filter: { post: 'lighthouse' }, expected: 1 }),
  options,
);
console.log(approved.status, schemas.CommentsBulkResponse.parse(approved.data));

const list = await api.commentsList('lighthouse');
if (list.status !== 200) throw new Error(`It was answered ${list.status}.`);
console.log(schemas.CommentsListResponse.parse(list.data).total);

const post = await api.postsGet('lighthouse', { include: 'html' });
if (post.status !== 200) throw new Error(`It was answered ${post.status}.`);
console.log(schemas.PostsGetResponse.parse(post.data).post.html);

const refused = await api.commentsSubmit('lighthouse', { author: '', content: 'x' });
if (refused.status === 400) console.log(refused.data.code, refused.data.issues?.[0]?.path);
