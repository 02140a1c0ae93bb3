import { createRoot } from 'react-dom/client';

import { announceNonce } from './api/nonce.ts';
import { App } from './app.tsx';
import { loadBegun } from './comments/begun.ts';
import { allowStyleTexts } from './trusted-html.ts';
import { loadWords } from './words/words.ts';
import './styles.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the app.');
announceNonce();
allowStyleTexts();
// Whatever language the server wrote into the page; the words of the others are not loaded.
await Promise.all([loadWords(document.documentElement.lang), loadBegun()]);
createRoot(place).render(<App />);
