import { createRoot } from 'react-dom/client';

import { announceNonce } from './api/nonce.ts';
import { App } from './frame/app.tsx';
import { session } from './session/session.ts';
import { allowStyleTexts } from './offline/trusted-html.ts';
import { loadTranslations } from './translations/translations.ts';
import './frame/theme/styles.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the app.');
announceNonce();
allowStyleTexts();
// The language is in the page that the server sent; other languages are not loaded.
await loadTranslations(document.documentElement.lang);
// Sign-out on any screen deletes the stored drafts.
session.subscribe(() => {
  if (session.state() === 'out') void import('./comments/drafts.ts').then(({ deleteAllDrafts }) => deleteAllDrafts());
});
// Reads are cached until the session ends.
session.subscribe(forgetEnded);
forgetEnded();
createRoot(place).render(<App />);

function forgetEnded(): void {
  if (session.state() !== 'in') void import('./offline/reads.ts').then(({ forgetReads }) => forgetReads());
}
