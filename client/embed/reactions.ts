import type { BlogOutputs } from '../api/types.ts';
import { ask } from '../site/scripts/ask.ts';
import { make } from '../site/scripts/dom.ts';
import { memory } from '../site/scripts/memory.ts';
import { tell, tellRefusal } from '../site/scripts/status.ts';

type Counts = BlogOutputs['threads']['reactions'];

/** What this device has reacted to. */
const given = memory<string[]>('reacted', []);
const MAX_GIVEN = 500;

/**
 * The reactions to a page as buttons.
 *
 * @param shown what is shown for each reaction
 */
export function offerReactions(id: string, url: string, shown: Record<string, string>): HTMLElement {
  const status = make('span', { role: 'status' });
  const buttons = Object.entries(shown).map(([reaction, sign]) => {
    const number = make('span', {}, '0');
    const button = make('button', { type: 'button', title: reaction }, sign, ' ', number);
    button.addEventListener('click', () => void send(reaction));
    return { reaction, button, number };
  });

  function show({ reactions }: Counts): void {
    const known = given.read();
    for (const { reaction, button, number } of buttons) {
      number.textContent = String(reactions[reaction] ?? 0);
      button.setAttribute('aria-pressed', String(known.includes(`${id} ${reaction}`)));
    }
  }

  async function send(reaction: string): Promise<void> {
    const key = `${id} ${reaction}`;
    const known = given.read();
    const method = known.includes(key) ? 'DELETE' : 'POST';
    try {
      const counts = await ask<Counts>('/api/threads/reactions', { method, body: { url, reaction } });
      const others = known.filter((one) => one !== key);
      given.write(method === 'POST' ? [...others, key].slice(-MAX_GIVEN) : others);
      tell(status, '');
      show(counts);
    } catch (error) {
      await tellRefusal(status, error);
    }
  }

  ask<Counts>(`/api/threads/reactions?url=${encodeURIComponent(url)}`).then(show, () => undefined);
  return make('p', { class: 'reactions' }, ...buttons.flatMap(({ button }) => [button, ' ']), status);
}
