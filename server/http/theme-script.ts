import { hash } from 'node:crypto';

/**
 * The only inline script: it applies the theme of the visitor before the first paint, which avoids a flash of the other
 * theme. The Content Security Policy allows it by its hash.
 */
export const themeScript =
  "try{const theme=localStorage.getItem('octavo-theme');if(theme)document.documentElement.dataset.theme=theme}catch{}";

/** Its source expression for the Content Security Policy (CSP Level 3, section 6.7.3.3). */
export const themeScriptSource = `'sha256-${hash('sha256', themeScript, 'base64')}'`;
