import { expect } from 'chai';

import type { MediaShape } from '../../routers/media/schemas.ts';
import { checkAnswer } from './openapi.ts';
import type { Answer, TestService } from './service.ts';
import { until } from './until.ts';

/** Uploads a file as a form. @param token null for none */
export function upload(
  service: TestService,
  content: Uint8Array | string,
  name = 'photo.jpg',
  fields: Record<string, string> = {},
  token: string | null = service.token,
): Promise<Answer> {
  return send(service, '/api/media/upload', content, name, fields, token);
}

/** Replaces a file by another one. @param token null for none */
export function replace(
  service: TestService,
  id: string,
  content: Uint8Array | string,
  name = 'photo.jpg',
  fields: Record<string, string> = {},
  token: string | null = service.token,
): Promise<Answer> {
  return send(service, `/api/media/${id}/replace`, content, name, fields, token);
}

async function send(
  service: TestService,
  path: string,
  content: Uint8Array | string,
  name: string,
  fields: Record<string, string>,
  token: string | null,
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content as BlobPart]), name);
  const headers = { ...(token !== null && { authorization: `Bearer ${token}` }) };
  const response = await fetch(service.url + path, { method: 'POST', headers, body: form });
  const body: unknown = await response.json();
  checkAnswer('POST', path, response.status, response.headers, body);
  return { status: response.status, headers: response.headers, body };
}

/** Uploads a file, and expects success. */
export async function uploaded(service: TestService, content: Uint8Array | string, name?: string): Promise<MediaShape> {
  const { status, body } = await upload(service, content, name);
  expect(status, JSON.stringify(body)).to.equal(201);
  return body.media as MediaShape;
}

/** Waits until the smaller versions of an image exist. */
export async function withSizes(service: TestService, id: string): Promise<MediaShape> {
  await until(async () => (await stored(service, id))?.sizes !== null);
  const { body } = await service.admin('GET', '/api/media?pageSize=100');
  return body.media.find((media: MediaShape) => media.id === id) as MediaShape;
}

function stored({ database }: TestService, id: string) {
  return database.kysely.selectFrom('media').select('sizes').where('id', '=', id).executeTakeFirst();
}
