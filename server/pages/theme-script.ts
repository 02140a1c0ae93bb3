import { hash } from 'node:crypto';

/**
 * The one script that stands in the pages themselves: it sets the theme that the visitor chose before anything is
 * drawn, so that no page flashes up in the other one. Browsers run it because the policy names its hash.
 */
export const themeScript =
  "try{const theme=localStorage.getItem('octavo-theme');if(theme)document.documentElement.dataset.theme=theme}catch{}";

/** As Content-Security-Policy names it (CSP Level 3, section 6.7.3.3). */
export const themeScriptSource = `'sha256-${hash('sha256', themeScript, 'base64')}'`;
