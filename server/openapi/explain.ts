import type { Schema } from './document.ts';
import { fits } from './examples.ts';
import { glossary } from './glossary.ts';

/** Gives the fields of a schema the glossary's words where they have none of their own. */
export function explainFields(schema: Schema): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const says = wordsFor(name, field);
    if (says !== undefined) field.description = says;
    explainFields(field);
  }
  for (const part of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) if (part) explainFields(part);
}

/** What the glossary says of a field that does not say it itself. */
export function wordsFor(name: string, schema: Schema): string | undefined {
  const entry = Object.hasOwn(glossary, name) ? glossary[name] : undefined;
  if (schema.description !== undefined || schema.$ref !== undefined || !entry) return undefined;
  return entry.example === undefined || fits(entry.example, schema) ? entry.says : undefined;
}
