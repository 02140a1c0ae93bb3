import { say, type Locale, type Messages } from './say.ts';

/** What the page says in its language. */
export interface Words {
  say(key: string, values?: Readonly<Record<string, unknown>>): string;
  /** Whether there is such a message. */
  knows(key: string): boolean;
  /** The file that they come from, such as `zh-CN`. */
  language: string;
}

/** The messages come from where everything else comes from: without them, nothing else works either. */
const lastResort: Words = { say: () => 'The service cannot be reached.', knows: () => true, language: 'en' };

let loading: Promise<Words> | undefined;

/** The messages in the language of the page, loaded when a script has something to say for the first time. */
export function words(): Promise<Words> {
  loading ??= load();
  return loading.catch(() => {
    loading = undefined;
    return lastResort;
  });
}

async function load(): Promise<Words> {
  const address = document.body.dataset['messages'] ?? '';
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The messages at ${address} cannot be read: status ${answer.status}.`);
  const name = /([\w-]+)\.json/.exec(address)?.[1] ?? 'en';
  const locale: Locale = { name, messages: (await answer.json()) as Messages };
  return {
    say: (key, values) => say(locale, key, values),
    knows: (key) => Object.hasOwn(locale.messages, key),
    language: name,
  };
}
