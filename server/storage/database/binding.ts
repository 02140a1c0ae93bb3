import { isRaw, JsonProperty, raw, Utils } from '@mikro-orm/core';
import type { Platform, RawQueryFragment } from '@mikro-orm/core';
import { NativeQueryBuilder } from '@mikro-orm/sql';

export type Query = string | NativeQueryBuilder | RawQueryFragment;
export type QueryParams = readonly unknown[] | Record<string, unknown>;

/**
 * Converts a query of MikroORM to SQL with placeholders and their values. It parses the text exactly as MikroORM's own
 * `platform.formatQuery` does (`?` a value, `??` an identifier, `\?` a question mark), but values stay out of the text,
 * and a `?` inside a literal, a quoted name or a comment is left alone.
 *
 * @param placeholder returns the placeholder of the n-th value, counted from 1
 * @throws Error if the text has more placeholders than values
 */
export function bindQuery(
  query: Query,
  params: QueryParams,
  platform: Platform,
  placeholder: (position: number) => string,
): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  return { sql: bindFragment(toFragment(query, params)), parameters };

  function bindFragment({ sql, params: values }: Fragment): string {
    if (values.length === 0) {
      return sql;
    }
    let next = 0;
    return sql.replace(TOKENS, (token) => {
      if (token === '\\?') {
        return '?';
      }
      if (token !== '?' && token !== '??') {
        return token;
      }
      if (next === values.length) {
        throw new Error(`There are more placeholders than values in: ${sql}`);
      }
      const value = values[next++];
      return token === '??' ? platform.quoteIdentifier(value as string) : bindValue(value);
    });
  }

  function bindValue(value: unknown): string {
    if (isRaw(value)) {
      return bindFragment(value);
    }
    if (isJson(value)) {
      return bindScalar(JSON.stringify(value));
    }
    // MikroORM writes `in (?)` and passes the list as one value.
    if (Array.isArray(value)) {
      return value.map(bindValue).join(', ');
    }
    return bindScalar(value);
  }

  function bindScalar(value: unknown): string {
    return placeholder(parameters.push(value));
  }
}

type Fragment = { sql: string; params: readonly unknown[] };

/** Placeholders, and the constructs in which a question mark is not a placeholder. */
const TOKENS =
  /(?<![\w$])[eE]'(?:[^'\\]|''|\\[^])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|--[^\n]*|\/\*[^]*?(?:\*\/|$)|\\\?|\?\??/g;

function toFragment(query: Query, params: QueryParams): Fragment {
  if (query instanceof NativeQueryBuilder) {
    return query.toRaw();
  }
  if (isRaw(query)) {
    return query;
  }
  // `raw()` converts named values (`:name`).
  return Array.isArray(params) ? { sql: query, params } : raw(query, params as Record<string, unknown>);
}

function isJson(value: unknown): boolean {
  return Utils.isPlainObject(value) || (value as { [JsonProperty]?: boolean } | null)?.[JsonProperty] === true;
}
