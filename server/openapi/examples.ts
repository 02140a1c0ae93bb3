import { resolve, type OpenApiDocument, type Schema } from './document.ts';
import { glossary, idExamples } from './glossary.ts';

/** Where an example stands. */
export interface Place {
  document: Pick<OpenApiDocument, 'components'>;
  /** Whose ids these are: `posts`, `comments` … */
  subject: string;
  /** The field's name, by which the glossary knows a likely value. */
  name?: string;
  /** Requests show what is required or usual, answers all that is always there. */
  request?: boolean;
}

/** Makes a likely value that fits a schema. */
export function exampleOf(schema: Schema, place: Place): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.$ref !== undefined) {
    return exampleOf(resolve(schema, place.document), { ...place, subject: subjectOf(schema.$ref) ?? place.subject });
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const likely = likelyValue(place);
  if (likely !== undefined && fits(likely, schema)) return likely;
  if (schema.default !== undefined) return schema.default;
  const alternative = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  return alternative ? exampleOf(alternative, place) : byType(schema, place);
}

/** Whether a value is of the type that a schema asks for; the glossary speaks of a field only where it is. */
export function fits(value: unknown, { type, anyOf, items }: Schema): boolean {
  if (anyOf) return anyOf.some((one) => fits(value, one));
  const types = new Set([type].flat());
  if (value === null) return types.has('null');
  if (Array.isArray(value)) return types.has('array') && value.every((one) => fits(one, items ?? {}));
  if (typeof value === 'number') return types.has('number') || types.has('integer');
  return types.has(typeof value);
}

function likelyValue({ name, subject }: Place): unknown {
  if (name === undefined) return undefined;
  return (name === 'id' ? idExamples[subject] : undefined) ?? glossary[name]?.example;
}

function subjectOf(ref: string): string | undefined {
  if (/comment/i.test(ref)) return 'comments';
  if (/session/i.test(ref)) return 'sessions';
  if (/device/i.test(ref)) return 'new-devices';
  return /media/i.test(ref) ? 'media' : undefined;
}

function byType(schema: Schema, place: Place): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object':
      return fieldsOf(schema, place);
    case 'array':
      return [exampleOf(schema.items ?? {}, { ...place, name: (place.name ?? '').replace(/s$/, '') })];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return byFormat(schema.format) ?? place.name ?? 'text';
  }
}

function byFormat(format: string | undefined): string | undefined {
  if (format === 'date-time') return '2026-03-01T12:00:00.000Z';
  if (format === 'date') return '2026-03-01';
  return format === 'uri' ? 'https://blog.example/first-light' : undefined;
}

function fieldsOf({ properties = {}, required = [] }: Schema, place: Place): Record<string, unknown> {
  const names = Object.keys(properties);
  const shown = names.filter(
    (name) => required.includes(name) || (place.request && glossary[name]?.usual?.includes(place.subject)),
  );
  const wanted = shown.length > 0 || !place.request ? shown : names.slice(0, 1);
  return Object.fromEntries(wanted.map((name) => [name, exampleOf(properties[name] ?? {}, { ...place, name })]));
}
