/** Gives whether the session may end. */
type Question = () => Promise<boolean>;

const questions = new Set<Question>();

/**
 * Has something asked before somebody signs out, because signing out takes every screen away.
 *
 * @returns takes the question back
 */
export function askBeforeSignOut(question: Question): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

/** Asks all of them, one after the other; the first "no" ends it. */
export async function maySignOut(): Promise<boolean> {
  for (const question of questions) if (!(await question())) return false;
  return true;
}
