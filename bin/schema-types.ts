import type { z } from 'zod';

import { laterSchemas } from '../routers/base/schemas.ts';

export type Side = 'input' | 'output';

/** Schemas whose names in the OpenAPI document differ from those in the client. */
const RENAMED: Record<string, string> = { PostDetail: 'Post', Session: 'AdminSession' };

/**
 * The declared interfaces in order of use: the name, and the declaration with `INTERFACE` as a placeholder for its head.
 */
export const interfaces = new Map<string, string>();

/** Whether a call may omit the input: it may be undefined, or no field is required. */
export function mayBeAbsent(schema: z.ZodType): boolean {
  if (schema.safeParse(undefined).success) return true;
  const { type, shape } = schema.def as unknown as ObjectDef & { type: string };
  return type === 'object' && Object.values(shape).every(isOptionalKey('input'));
}

/**
 * The type of a procedure's input or output. An object is declared as an interface of this name. tRPC adds void to an input
 * that may be undefined.
 */
export function declare(name: string, schema: z.ZodType, side: Side): string {
  const type = typeText(schema, side, name);
  return type.endsWith(' | undefined') ? `void | ${type}` : type;
}

interface ObjectDef {
  shape: Record<string, z.ZodType>;
}

/** The type of a schema. An object with a name is declared as an interface. */
function typeText(schema: z.ZodType, side: Side, name?: string): string {
  const def = schema.def as unknown as Definition;
  const inner = () => typeText(def.innerType!, side, name);
  const later = laterSchemas.get(schema);
  if (later) return typeText(later, side, later.meta()?.id);
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return def.type;
    case 'literal':
      return def.values!.map((value) => literal(value)).join(' | ');
    case 'enum':
      return Object.values(def.entries!).map(literal).join(' | ');
    case 'array':
      return `${inBrackets(typeText(def.element!, side))}[]`;
    case 'union':
      return [...new Set(def.options!.map((option) => typeText(option, side)))].join(' | ');
    case 'nullable':
      return `${inner()} | null`;
    case 'optional':
    case 'prefault':
    case 'default':
      return side === 'output' && def.type !== 'optional' ? inner() : withUndefined(inner());
    case 'nonoptional':
      return inner().replace(/ \| undefined$/, '');
    case 'pipe':
      return pipeType(def, side);
    case 'record':
      return `Record<${typeText(def.keyType!, side)}, ${typeText(def.valueType!, side)}>`;
    case 'object':
      return objectType(schema, side, name);
    default:
      throw new Error(`There is no type for the schema ${def.type} yet; add it to bin/schema-types.ts.`);
  }
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  values?: unknown[];
  entries?: Record<string, string>;
  shape?: Record<string, z.ZodType>;
}

/** A transformation has no schema: the type is that of its input; after `orAbsent`, null is accepted as well. */
function pipeType({ in: before, out: after }: Definition, side: Side): string {
  if (before!.def.type !== 'transform') return typeText(before!, side);
  const type = typeText(after!, side).replace(/ \| undefined$/, '');
  return side === 'input' ? `${type} | null | undefined` : `${type} | undefined`;
}

function objectType(schema: z.ZodType, side: Side, name?: string): string {
  const id = side === 'output' ? schema.meta()?.id : undefined;
  const typeName = id === undefined ? name : (RENAMED[id] ?? id);
  const { shape } = schema.def as unknown as ObjectDef;
  const fields = Object.entries(shape).map(([field, type]) => {
    const optional = isOptionalKey(side)(type) ? '?' : '';
    return `${docComment([descriptionOf(type)], '  ')}  ${field}${optional}: ${typeText(type, side)};`;
  });
  if (typeName === undefined) return `{\n${fields.join('\n').replaceAll(/^/gm, '  ')}\n  }`;
  const declaration = `${docComment([schema.meta()?.description], '')}INTERFACE {\n${fields.join('\n')}\n}`;
  const known = interfaces.get(typeName);
  if (known !== undefined && known !== declaration) throw new Error(`Two different schemas are named ${typeName}.`);
  interfaces.set(typeName, declaration);
  return typeName;
}

function isOptionalKey(side: Side) {
  return (schema: z.ZodType) => {
    const { optin, optout } = schema._zod as { optin?: string; optout?: string };
    return (side === 'input' ? optin : optout) !== undefined;
  };
}

/** The description of a schema, that of a wrapper before that of the schema inside. */
function descriptionOf(schema: z.ZodType): string | undefined {
  const own = schema.meta()?.description;
  if (own !== undefined) return own;
  const { innerType, in: before, out: after } = schema.def as unknown as Definition;
  const inside = innerType ?? (before?.def.type === 'transform' ? after : before);
  return inside && descriptionOf(inside);
}

/** A JSDoc comment of these paragraphs; "" when there are none. */
export function docComment(texts: (string | undefined)[], indent: string): string {
  const text = texts.filter(Boolean).join('\n\n').replaceAll('*/', '* /');
  if (text === '') return '';
  const lines = text.split('\n');
  if (lines.length === 1) return `${indent}/** ${text} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function inBrackets(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}

function withUndefined(type: string): string {
  return type.endsWith(' | undefined') ? type : `${type} | undefined`;
}
