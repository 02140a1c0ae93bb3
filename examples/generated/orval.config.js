import { defineConfig } from 'orval';

const { OCTAVO_URL } = process.env;
const input = `${OCTAVO_URL}/api/openapi.json`;

// Functions that call the service, and zod schemas of what it takes and answers.
export default defineConfig({
  client: { input, output: { target: 'src/generated/client.ts', client: 'fetch', baseUrl: OCTAVO_URL } },
  schemas: {
    input,
    output: {
      target: 'src/generated/schemas.ts',
      client: 'zod',
      override: { zod: { strict: { response: true, query: true, param: true, body: true, header: false } } },
    },
  },
});
