/** HTML that may be put into a page under Trusted Types; a plain text where the browser has none of them. */
type TrustedHtml = string;

interface Policy {
  createHTML(html: string): TrustedHtml;
}

interface Factory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string | null }): unknown;
}

/**
 * Makes a policy of one of the names that server/admin/admin.ts lets in, which takes any HTML: it stays inside the module
 * that needs it.
 */
export function trustedHtml(name: string): Policy {
  const createHTML = (html: string) => html;
  return (factory()?.createPolicy(name, { createHTML }) as Policy | undefined) ?? { createHTML };
}

/**
 * Lets libraries put texts without an element in: Mantine fills its style elements so. Everything else that would become
 * HTML without a policy of its own is refused by the browser.
 */
export function allowStyleTexts(): void {
  factory()?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
}

function factory(): Factory | undefined {
  return (globalThis as { trustedTypes?: Factory }).trustedTypes;
}
