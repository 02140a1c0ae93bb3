/** An item that is refused, of those of an export. */
export interface Refused {
  kind: 'refused';
  place: string;
  reason: string;
  /** Its source key, if it is a post. */
  post?: string;
}

/** An item cannot be imported. The message says what is wrong with it, and how to mend it. */
export class Unfit extends Error {}

/** The deepest nesting of an item: more would need more memory than programs have for it. */
export const DEEPEST = 200;

/** That an item is refused, and the import goes on. @param error of its conversion */
export function refuseItem(place: string, error: unknown): Refused {
  return { kind: 'refused', place, reason: describeReason(error) };
}

/** The message of an error. */
export function describeReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Checks the nesting of a value of JSON, YAML or TOML, before anything follows it recursively.
 *
 * @throws Unfit
 */
export function checkDepth(value: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth >= DEEPEST)
      throw new Unfit(`Its values are nested deeper than ${DEEPEST}: take the inner ones out.`);
    const depth = next.depth + 1;
    for (const inner of Object.values(next.value)) waiting.push({ value: inner, depth });
  }
}
