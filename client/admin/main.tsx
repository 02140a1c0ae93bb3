import { createRoot } from 'react-dom/client';

import { announceNonce } from './api/nonce.ts';
import { App } from './app.tsx';
import { session } from './session/session.ts';
import { allowStyleTexts } from './trusted-html.ts';
import { loadTranslations } from './translations/translations.ts';
import './styles.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the app.');
announceNonce();
allowStyleTexts();
// Whatever language the server wrote into the page; the words of the others are not loaded.
await loadTranslations(document.documentElement.lang);
// Signing out leaves no text behind, whichever screen it happens on.
session.subscribe(() => {
  if (session.state() === 'out') void import('./comments/drafts.ts').then(({ deleteAllDrafts }) => deleteAllDrafts());
});
createRoot(place).render(<App />);
