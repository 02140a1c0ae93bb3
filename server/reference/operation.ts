import { errors, type ErrorName } from '../../routers/errors.ts';
import {
  responseOf,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
} from '../openapi/document.ts';
import { codeOf } from '../openapi/failures.ts';
import { answerOf, curlOf, json } from './examples.ts';
import { html, type Html } from '../html.ts';
import { paragraph } from './html.ts';
import { describeField, fieldList, typeOf } from './schema.ts';

/** An operation where it stands in the document. */
export interface Place {
  method: string;
  path: string;
  operation: Operation;
}

/** Everything about one operation. */
export function describeOperation(place: Place, document: OpenApiDocument): Html {
  const { operation } = place;
  return html`<article id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
    <h3 id="${operation.operationId}-title">${operation.summary}</h3>
    <p class="address">
      ${methodBadge(place.method)} <code>${place.path}</code>
      <span class="access ${operation['x-access']}">${callers[operation['x-access']]}</span>
    </p>
    <div class="columns">
      <div>
        ${operation.description?.split('\n\n').map(paragraph)} ${parameterList(operation, document)}
        ${bodyFields(operation, document)} ${answerFields(operation, document)} ${statusList(operation, document)}
      </div>
      <div class="examples">${examples(place)}</div>
    </div>
  </article>`;
}

/** The method in its colour. */
export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** Where a row of the error table is on the page. */
export function errorAnchor(name: string): string {
  return `error-${name}`;
}

const callers = { public: 'anybody', administrator: 'administrator', session: 'signed in', operator: 'operator' };

function parameterList({ parameters = [] }: Operation, document: OpenApiDocument): Html[] {
  const titles = { path: 'In the path', query: 'In the query', header: 'In the headers' };
  return (['path', 'query', 'header'] as const).flatMap((where) => {
    const own = parameters.filter((one) => one.in === where);
    return own.length === 0 ? [] : [html`<h4>${titles[where]}</h4>`, parametersOf(own, document)];
  });
}

function parametersOf(parameters: Parameter[], document: OpenApiDocument): Html {
  const fields = parameters.map(({ name, schema, required = false, description }) =>
    describeField({ name, schema, required, description }, 'request', document),
  );
  return html`<dl class="fields">${fields}</dl>`;
}

function bodyFields({ requestBody }: Operation, document: OpenApiDocument): Html | undefined {
  const media = Object.values(requestBody?.content ?? {})[0];
  return (
    media &&
    html`<h4>In the body</h4>
      ${fieldList(media.schema, 'request', document)}`
  );
}

function answerFields(operation: Operation, document: OpenApiDocument): Html | undefined {
  const answer = answerOf(operation);
  if (!answer) return undefined;
  const { status, media, type } = answer;
  const fields = media.schema.properties
    ? fieldList(media.schema, 'answer', document)
    : html`<p>${type}: ${typeOf(media.schema)}</p>`;
  return html`<h4>Answer ${status}</h4>
    ${fields}`;
}

function statusList({ responses }: Operation, document: OpenApiDocument): Html {
  return html`<h4>Statuses</h4>
    <dl class="statuses">
      ${Object.entries(responses).map(
        ([status, response]) =>
          html`<dt><span class="status s${status.slice(0, 1)}">${status}</span></dt>
            <dd>${meaningOf(responseOf(response, document))}${headersOf(responseOf(response, document))}</dd>`,
      )}
    </dl>`;
}

function meaningOf({ description, content }: Response): Html {
  const names = Object.values(content ?? {}).flatMap(({ examples: own }) => Object.keys(own ?? {}) as ErrorName[]);
  if (names.length === 0) return html`${description}`;
  return html`${names.map(
    (name, at) =>
      html`${at > 0 && ' '}<a href="#${errorAnchor(name)}" title="${errors[name].message}"
          ><code>${codeOf(name)}</code></a
        >`,
  )}`;
}

function headersOf({ headers }: Response): Html | undefined {
  const names = Object.keys(headers ?? {});
  return names.length === 0 ? undefined : html`<small>with ${names.join(', ')}</small>`;
}

function examples({ method, path, operation }: Place): Html {
  const answer = answerOf(operation);
  const trpc = operation['x-trpc'];
  return html`<h4>Request</h4>
    <pre><code>${curlOf(method, path, operation)}</code></pre>
    ${trpc !== undefined && html`<p class="trpc">In tRPC: <code>client.${trpc}</code></p>`}
    ${
      answer?.media.example !== undefined &&
      html`<h4>Answer</h4>
        <pre class="json"><code>${json(answer.media.example)}</code></pre>`
    }`;
}
