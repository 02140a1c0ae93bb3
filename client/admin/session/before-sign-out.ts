/** Resolves to whether the session may end. */
type Question = () => Promise<boolean>;

const questions = new Set<Question>();

/**
 * Registers a question to ask before sign-out, which closes every screen.
 *
 * @returns unregisters it
 */
export function askBeforeSignOut(question: Question): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

/** Asks all questions in turn; the first "no" cancels the sign-out. */
export async function maySignOut(): Promise<boolean> {
  for (const question of questions) if (!(await question())) return false;
  return true;
}
