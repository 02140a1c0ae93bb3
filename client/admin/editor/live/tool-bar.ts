/** A button of a bar. */
export interface BarTool {
  label: string;
  /** What the button shows. */
  sign: string;
  isPressed?: boolean;
  run: () => void;
}

/** A bar of buttons that does not take the focus from the text when one is clicked. The arrow keys reach each of them. */
export function toolBar(label: string, tools: readonly BarTool[]): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'live-tools';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', label);
  bar.append(...tools.map(buttonOf));
  bar.querySelector('button')!.tabIndex = 0;
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  bar.addEventListener('keydown', (event) => {
    const buttons = [...bar.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const forward = getComputedStyle(bar).direction === 'rtl' ? -1 : 1;
    const by = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
    if (at < 0 || by === undefined) return;
    event.preventDefault();
    buttons.at((at + by) % buttons.length)?.focus();
  });
  bar.addEventListener('focusin', ({ target }) => {
    for (const button of bar.querySelectorAll('button')) button.tabIndex = button === target ? 0 : -1;
  });
  return bar;
}

function buttonOf({ label, sign, isPressed, run }: BarTool): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.title = label;
  button.tabIndex = -1;
  button.setAttribute('aria-label', label);
  if (isPressed !== undefined) button.setAttribute('aria-pressed', String(isPressed));
  // Shown by the style sheet, so that it is no part of the name.
  button.dataset['sign'] = sign;
  button.addEventListener('click', run);
  return button;
}
