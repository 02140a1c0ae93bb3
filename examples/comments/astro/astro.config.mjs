import { defineConfig } from 'astro/config';

export default defineConfig({
  site: 'https://www.example',
  trailingSlash: 'always',
});
