// What Vite makes modules of.
/// <reference types="vite/types/importMeta.d.ts" />

declare module '*.css';
/** The texts of a catalog that the first screens show; server/site/admin/catalogs.ts has their list. */
declare module '*.json?first' {
  const texts: unknown;
  export default texts;
}
