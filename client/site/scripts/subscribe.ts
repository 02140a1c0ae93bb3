import { ask, RequestError } from './ask.ts';
import { all } from './dom.ts';
import { tell, tellRefusal } from './status.ts';
import { translations } from './translations.ts';

interface Fields {
  form: HTMLFormElement;
  email: HTMLInputElement;
  status: HTMLElement;
}

/** Subscribes without a reload. */
export function enhanceSubscribe(): void {
  for (const form of all<HTMLFormElement>('[data-subscribe]')) {
    const email = form.querySelector<HTMLInputElement>('[name=email]');
    const status = form.querySelector<HTMLElement>('[data-status]');
    if (!email || !status) continue;
    // Preloads the translations.
    form.addEventListener('focusin', () => void translations(form), { once: true });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (form.ariaBusy !== 'true') void send({ form, email, status });
    });
  }
}

async function send({ form, email, status }: Fields): Promise<void> {
  const { value } = email;
  // Immediately, so that a second click does not send it twice.
  form.ariaBusy = 'true';
  email.removeAttribute('aria-invalid');
  try {
    const { t } = await translations(form);
    tell(status, t('form.sending'));
    await ask('/api/subscribers', { method: 'POST', body: { email: value.trim() } });
    tell(status, t('subscribe.sent'));
    if (email.value === value) email.value = '';
  } catch (error) {
    if (!(error instanceof RequestError) || error.issues.length === 0) return await tellRefusal(status, error);
    tell(status, (await translations(form)).t('subscribe.invalid'), true);
    email.setAttribute('aria-invalid', 'true');
    email.focus();
  } finally {
    form.ariaBusy = 'false';
  }
}
