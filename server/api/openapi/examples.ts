import { resolve, type OpenApiDocument, type Schema } from './document.ts';

type Document = Pick<OpenApiDocument, 'components'>;

/** Builds an example from the examples of a schema's fields. Optional fields without an example are left out. */
export function exampleOf(schema: Schema, document: Document): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.$ref !== undefined) return exampleOf(resolve(schema, document), document);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const alternative = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  return alternative ? exampleOf(alternative, document) : byType(schema, document);
}

function byType(schema: Schema, document: Document): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object':
      return fieldsOf(schema, document);
    case 'array':
      return [exampleOf(schema.items ?? {}, document)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return byFormat(schema.format);
  }
}

function byFormat(format: string | undefined): string {
  if (format === 'date-time') return '2026-03-01T12:00:00.000Z';
  return format === 'date' ? '2026-03-01' : 'text';
}

function fieldsOf({ properties = {}, required = [] }: Schema, document: Document): Record<string, unknown> {
  const shown = Object.entries(properties).filter(([name, { examples }]) => required.includes(name) || examples);
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, document)]));
}
