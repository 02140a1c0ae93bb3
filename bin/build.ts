// npm run build: makes what browsers load, so that no start has to: for images and machines that may not write later.
import { builtApp } from '../server/admin/built.ts';
import { openBundle } from '../server/pages/bundle.ts';

await Promise.all([openBundle(), builtApp()]);
