// The one script of the site. Everything can be read without it.

navigator.serviceWorker?.register('/sw.js').catch(() => undefined);

const view = document.querySelector('[data-view]');
if (view instanceof HTMLElement) {
  // Whether it counts is the service's to say; nothing here depends on the answer.
  fetch(view.dataset.view, { method: 'POST', keepalive: true }).catch(() => undefined);
}

for (const form of document.querySelectorAll('form[data-thread]')) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

/** Sends an entry of the guestbook, and says how it went in the words of the service. */
async function send(form) {
  const button = form.querySelector('button');
  const status = form.querySelector('[role=status]');
  const { author, content } = Object.fromEntries(new FormData(form));
  button.disabled = true;
  status.textContent = 'Sending …';
  try {
    const answer = await fetch(`/api/posts/${form.dataset.thread}/comments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ author, content }),
    });
    const body = await answer.json();
    status.textContent = answer.ok ? taken(form, body.comment) : body.error;
  } catch {
    status.textContent = 'The service cannot be reached; nothing was sent.';
  } finally {
    button.disabled = false;
  }
}

/** Shows an entry that was taken. */
function taken(form, comment) {
  form.elements.content.value = '';
  if (comment.status === 'pending') return 'Thank you. It will be shown once it is approved.';
  const section = form.closest('section');
  const entry = document.querySelector('#entry').content.cloneNode(true);
  entry.querySelector('.author').textContent = unescaped(comment.author);
  entry.querySelector('.text').textContent = unescaped(comment.content);
  const time = entry.querySelector('time');
  time.dateTime = comment.date;
  time.textContent = new Date(comment.date).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
  section.querySelector('.entries').prepend(entry);
  section.querySelector('.empty')?.remove();
  return 'Thank you.';
}

/** The service escapes `& < > "` once. */
function unescaped(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
