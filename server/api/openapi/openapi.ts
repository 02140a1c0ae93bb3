import { generateOpenApiDocument } from 'trpc-to-openapi';

import { VERSION } from '../../../shared/version.ts';
import { appRouter } from '../../../routers/index.ts';
import { otherPaths } from './other-paths.ts';
import { operationsIn, type OpenApiDocument, type Schema } from './document.ts';
import { ANY_FAILURE, anyFailure, failureExamples, failureSchema, issueSchema, shareFailures } from './failures.ts';
import { sharedHeaders } from './headers.ts';
import { introductionText } from './introduction.ts';
import { correctOperation } from './operation.ts';
import { describeTags } from './tags.ts';
import { tidy } from './tidy.ts';
import { routes } from '../../http/procedure-routes.ts';

/** The OpenAPI document of the REST API, generated from the router and corrected from the procedures' metadata. */
export function openApiDocument(): OpenApiDocument {
  const document = generate();
  document.components.schemas = { ...namedSchemas(document), Failure: failureSchema(), Issue: issueSchema };
  schemasIn(document).forEach(tidy);
  for (const route of routes) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    if (operation) correctOperation(operation, route, document);
  }
  Object.assign(document.paths, otherPaths());
  shareFailures(document, operationsIn(document));
  document.components.responses[ANY_FAILURE] = anyFailure();
  for (const { responses } of operationsIn(document)) {
    responses['default'] = { $ref: `#/components/responses/${ANY_FAILURE}` };
  }
  document.components.examples = failureExamples(document.components.responses);
  document.tags = describeTags(new Set(operationsIn(document).flatMap(({ tags }) => tags)));
  return document;
}

const KEY =
  'An API key, made at POST /api/admin/keys. Each operation names the scope that a key needs for it; operations without one need a session.';

function generate(): OpenApiDocument {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Octavo',
    version: VERSION,
    baseUrl: '/',
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'The token that POST /api/admin/login answers with.' },
      key: { type: 'http', scheme: 'bearer', description: KEY },
      metrics: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN, for /metrics only.' },
    },
  }) as unknown as OpenApiDocument;
  document.info.description = introductionText();
  document.info.license = { name: 'MIT', identifier: 'MIT' };
  document.components.responses = {};
  document.components.headers = sharedHeaders;
  document.servers = [{ url: '/', description: 'This server' }];
  return document;
}

/** The schemas of the router, without those of the generator for its own error format. */
function namedSchemas({ components }: OpenApiDocument): Record<string, Schema> {
  return Object.fromEntries(Object.entries(components.schemas).filter(([name]) => !name.startsWith('error.')));
}

function schemasIn(document: OpenApiDocument): Schema[] {
  const media = operationsIn(document).flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((one) =>
      one && 'content' in one ? Object.values(one.content ?? {}) : [],
    ),
  );
  const parameters = operationsIn(document).flatMap((operation) => operation.parameters ?? []);
  return [...Object.values(document.components.schemas), ...[...media, ...parameters].map(({ schema }) => schema)];
}
