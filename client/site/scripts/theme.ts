import { all } from './dom.ts';

type Theme = 'light' | 'dark';

/** The storage key; the inline script in the head reads it before the first paint. */
const KEY = 'octavo-theme';

/** Shows the theme switch. By default the site follows the system. */
export function switchTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const buttons = all('[data-theme-switch]');
  const chosen = () => document.documentElement.dataset['theme'] as Theme | undefined;
  const shown = (): Theme => chosen() ?? (system.matches ? 'dark' : 'light');
  const update = () => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(shown() === 'dark'));
    colourWindow(chosen());
  };
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener('click', () => {
      choose(shown() === 'dark' ? 'light' : 'dark');
      update();
    });
  }
  system.addEventListener('change', update);
  // Follows changes in other tabs.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY) return;
    if (newValue === null) delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = newValue;
    update();
  });
  update();
}

function choose(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Sets the theme colour of the browser; without a choice there is one per colour scheme of the system. */
function colourWindow(theme: Theme | undefined): void {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  for (const meta of metas) meta.dataset['own'] ??= meta.content;
  const wanted = metas.find(({ media }) => theme !== undefined && media.includes(theme));
  for (const meta of metas) meta.content = (wanted ?? meta).dataset['own'] ?? '';
}
