import { cssProblemMessage, type CssProblem } from '../../shared/css-problem.ts';
import type { CallContext } from '../core/context.ts';
import { fieldError } from '../base/errors.ts';
import type { Settings } from '../data/settings/schemas.ts';

/**
 * Checks the CSS of the owner. That is not part of the schema: css-tree is loaded only when it is needed, and an
 * asynchronous refinement whose sibling throws leaves a rejected promise behind. What is stored already is not checked
 * again, so that other settings can be changed.
 *
 * @throws BAD_REQUEST that names the first line with an error
 */
export async function checkCustomCss(
  { settings, policy }: Pick<CallContext, 'settings' | 'policy'>,
  { customCss = '', siteUrl }: Partial<Settings>,
): Promise<void> {
  const current = await settings.current();
  if (customCss.trim() === '' || customCss === current.customCss) return;
  const bases = [siteUrl ?? current.siteUrl, policy.mediaPublicUrl ?? ''].filter((base) => base !== '');
  const problem = await findProblem(customCss, bases);
  if (problem) throw fieldError('customCss', `"customCss" ${cssProblemMessage(problem)}.`);
}

/** @param bases URLs below which everything belongs to the site */
async function findProblem(css: string, bases: readonly string[]): Promise<CssProblem | null> {
  const [{ findSyntaxError }, { findAddress }] = await Promise.all([
    import('./css-syntax.ts'),
    import('./css-addresses.ts'),
  ]);
  // As browsers read it.
  const read = css.replaceAll('\0', '\uFFFD');
  const [syntax, address] = [findSyntaxError(read), findAddress(read, bases)];
  return syntax && address ? (address.line < syntax.line ? address : syntax) : (syntax ?? address);
}
