import type { OpenApiDocument } from './openapi.ts';
export function referencePage(document: OpenApiDocument): string {
  return `<title>${document.info.title}</title>`;
}
