import { WORKER } from './register-worker.ts';

/** TrustedHTML; a plain string in browsers without Trusted Types. */
type TrustedHtml = string;

interface Policy {
  createHTML(html: string): TrustedHtml;
}

interface Rules {
  createHTML: (html: string) => string | null;
  createScriptURL?: (url: string) => string | null;
}

interface Factory {
  createPolicy(name: string, rules: Rules): unknown;
}

/**
 * Creates a Trusted Types policy that accepts any HTML, so it must stay in the module that needs it.
 *
 * @param name one of the names that server/site/admin/admin.ts allows
 */
export function trustedHtml(name: string): Policy {
  const createHTML = (html: string) => html;
  return (factory()?.createPolicy(name, { createHTML }) as Policy | undefined) ?? { createHTML };
}

/** For the `ref` of a frame: sets its page directly, because React would convert the trusted HTML to a string. */
export function fillFrame(policy: Policy, html: string): (frame: HTMLIFrameElement | null) => void {
  return (frame) => {
    if (frame) frame.srcdoc = policy.createHTML(html);
  };
}

/**
 * Allows libraries to set text without markup: Mantine fills its style elements this way. The browser blocks all other
 * HTML that has no policy of its own, and the URL of every script but the service worker.
 */
export function allowStyleTexts(): void {
  factory()?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (url) => (url === WORKER ? url : null),
  });
}

function factory(): Factory | undefined {
  return (globalThis as { trustedTypes?: Factory }).trustedTypes;
}
