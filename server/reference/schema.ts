import { nameIn, resolve, type OpenApiDocument, type Schema } from '../openapi/document.ts';
import { html, type Html } from '../html.ts';
import { inline } from './html.ts';

/** Whether a list of fields is of what is sent or of what comes back, where most fields are always there. */
type Side = 'request' | 'answer';

/** The fields of an object, nested ones inside of theirs. */
export function fieldList(schema: Schema, side: Side, document: OpenApiDocument): Html {
  const { properties = {}, required = [] } = resolve(schema, document);
  return html`<dl class="fields">
    ${Object.entries(properties).map(([name, field]) =>
      describeField({ name, schema: field, required: required.includes(name) }, side, document),
    )}
  </dl>`;
}

/** A field or parameter: its name, type and limits, and what it is for. */
export interface Field {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string | undefined;
}

/** Describes one field or parameter as a term and its definition. */
export function describeField(field: Field, side: Side, document: OpenApiDocument): Html {
  const { name, schema, description } = field;
  const says = description ?? schema.description;
  const inner = innerObject(schema);
  return html`<dt><code>${name}</code> <span class="type">${typeOf(schema)}</span> ${remark(field, side)}</dt>
    <dd>
      ${says !== undefined && html`<p>${inline(says)}</p>`} ${limitsOf(schema)}
      ${inner && fieldList(inner, side, document)}
    </dd>`;
}

function remark({ required }: Field, side: Side): Html | false {
  if (side === 'request') return required && html`<em>required</em>`;
  return !required && html`<em class="soft">not always</em>`;
}

/** Where the schema of that name is described on the page. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

/** The type in words, with links to schemas that have a name. */
export function typeOf(schema: Schema): Html {
  const { $ref, anyOf, oneOf, type, format, items } = schema;
  if ($ref !== undefined) return linkTo(nameIn($ref));
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return html`${alternatives.map((one, at) => html`${at > 0 && ' or '}${typeOf(one)}`)}`;
  const types = [type ?? 'any'].flat();
  if (types[0] === 'array') return html`array of ${typeOf(items ?? {})}`;
  return html`${types.join(' or ')}${format !== undefined && ` (${format})`}`;
}

function linkTo(name: string): Html {
  return html`<a href="#${schemaAnchor(name)}">${name}</a>`;
}

/** An object without a name is described where it stands, also inside of an array. */
function innerObject(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  return schema.items ? innerObject(schema.items) : schema.anyOf?.find(({ properties }) => properties);
}

function limitsOf(schema: Schema): Html | false {
  const limits = [...valuesOf(schema), ...rangesOf(schema), ...defaultOf(schema)];
  return limits.length > 0 && html`<p class="limits">${limits.map((one, at) => html`${at > 0 && ' · '}${one}`)}</p>`;
}

function valuesOf({ const: only, enum: values, items }: Schema): Html[] {
  if (only !== undefined) return [html`always <code>${JSON.stringify(only)}</code>`];
  if (!values) return items?.enum ? valuesOf(items) : [];
  return [html`one of ${values.map((value, at) => html`${at > 0 && ', '}<code>${JSON.stringify(value)}</code>`)}`];
}

function rangesOf(schema: Schema): Html[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  return [
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    range(minimum, maximum, ''),
    ...(schema.items?.maxLength === undefined
      ? []
      : [range(schema.items.minLength, schema.items.maxLength, ' characters each')]),
  ].filter((one) => one !== null);
}

function range(least: number | undefined, most: number | undefined, unit: string): Html | null {
  if (least === undefined && most === undefined) return null;
  if (least === undefined) return html`at most ${count(most)}${unit}`;
  return most === undefined ? html`at least ${count(least)}${unit}` : html`${count(least)} to ${count(most)}${unit}`;
}

function count(value = 0): string {
  return value.toLocaleString('en');
}

function defaultOf({ default: value }: Schema): Html[] {
  return value === undefined ? [] : [html`default <code>${JSON.stringify(value)}</code>`];
}
