import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { plainText } from 'octavo-client';

import { trpc } from './trpc.ts';

const SECTION = { id: 'gb-note' };

/** The guestbook, and a form to write into it. */
export function Guestbook() {
  const cache = useQueryClient();
  const { data } = useQuery(trpc.comments.list.queryOptions(SECTION));
  const submit = useMutation(
    trpc.comments.submit.mutationOptions({
      onSuccess: () => cache.invalidateQueries(trpc.comments.list.queryFilter(SECTION)),
    }),
  );

  function send(form: FormData) {
    submit.mutate({ ...SECTION, author: String(form.get('author')), content: String(form.get('content')) });
  }

  return (
    <section>
      <h2>Guestbook</h2>
      <ul>
        {data?.comments.map((comment) => (
          <li key={comment.id}>{plainText(comment)}</li>
        ))}
      </ul>
      <form action={send}>
        <input name="author" aria-label="Name" required />
        <textarea name="content" aria-label="Text" required />
        <button disabled={submit.isPending}>Send</button>
      </form>
      {submit.error && <p role="alert">{submit.error.message}</p>}
    </section>
  );
}
