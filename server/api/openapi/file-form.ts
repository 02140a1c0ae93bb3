import { JSON_TYPE, type Operation, type Response, type Schema } from './document.ts';
import { cachingHeaders } from './headers.ts';
import type { ErrorName } from '../../../routers/base/errors.ts';

/** The common parts of operations that take a file as a form. */
interface FileForm {
  tag: string;
  /** The scope that an API key needs. */
  scope: string;
  description: string;
  /** The fields beside `file`. */
  fields: Record<string, Schema>;
  /** Those of them that are required; default: none. */
  required?: string[];
}

/** An operation that takes a file as `multipart/form-data`, in the field `file`. */
export function takingFile({
  tag,
  scope,
  description,
  fields,
  required = [],
}: FileForm): Omit<Operation, 'operationId' | 'summary' | 'responses'> {
  return {
    tags: [tag],
    description: `${description}\n\nRequires a session, or an API key with the scope \`${scope}\`.`,
    security: [{ bearer: [] }, { key: [scope] }],
    'x-access': 'administrator',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: [...required, 'file'],
            properties: { ...fields, file: { type: 'string', format: 'binary', description: 'The file.' } },
          },
        },
      },
    },
  };
}

/** The JSON of a successful response, whose fields are all required. */
export function answering(description: string, fields: Record<string, Schema>): Response {
  return {
    description,
    headers: cachingHeaders,
    content: {
      [JSON_TYPE]: {
        schema: {
          type: 'object',
          required: ['ok', ...Object.keys(fields)],
          properties: { ok: { type: 'boolean', const: true, description: 'Always true.' }, ...fields },
          additionalProperties: false,
        },
      },
    },
  };
}

/** The errors of every upload. */
export const uploadFailures: readonly ErrorName[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'SCOPE_MISSING',
  'PASSWORD_CHANGE_REQUIRED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNSUPPORTED_FILE_TYPE',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];
