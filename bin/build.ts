// npm run build: builds the files for browsers in advance, for machines whose file system is read-only later.
import { builtApp } from '../server/site/admin/built.ts';
import { openBundle } from '../server/site/pages/bundle.ts';

await Promise.all([openBundle(), builtApp()]);
