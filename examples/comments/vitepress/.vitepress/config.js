import { defineConfig } from 'vitepress';

import { OCTAVO } from './octavo.js';

export default defineConfig({
  title: 'By the sea',
  cleanUrls: true,
  head: [['script', { type: 'module', src: `${OCTAVO}/embed.js` }]],
  locales: {
    root: { lang: 'en', label: 'English' },
    ar: { lang: 'ar', label: 'العربية', dir: 'rtl' },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('octavo-') } } },
});
