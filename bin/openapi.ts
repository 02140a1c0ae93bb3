import { writeFileSync } from 'node:fs';

import { openApiDocument } from '../server/api/openapi/openapi.ts';

// Prints the OpenAPI document, or writes it to the given file.
const [file] = process.argv.slice(2);
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);
