import { errors, type ErrorName } from '../../routers/errors.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { codeOf } from '../openapi/failures.ts';
import { introduction } from '../openapi/introduction.ts';
import { html, type Html } from '../html.ts';
import { paragraph } from './html.ts';
import { describeOperation, errorAnchor, methodBadge, type Place } from './operation.ts';
import { fieldList, schemaAnchor } from './schema.ts';
import { style } from './style.ts';

/**
 * Renders the reference page: one HTML file without scripts that loads nothing.
 *
 * @returns the page for the nonce that its style needs
 */
export function referencePage(document: OpenApiDocument): (nonce: string) => string {
  const { title, version } = document.info;
  const before = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Reference of the REST interface and the native tRPC interface.">
<title>${title} ${version}: reference</title>
<link rel="icon" href="data:,">
<style nonce="`;
  const after = html`</style>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<h1>${title} <small>${version}</small></h1>
<p>The whole interface on one page, for REST and for native tRPC. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Contents">${contents(document)}</nav>
<main id="content">
<section id="introduction" aria-labelledby="introduction-title"><h2 id="introduction-title">What holds everywhere</h2>${introduce()}</section>
${document.tags.map(({ name, description }) => tagSection(name, description, document))}
${schemaSection(document)}
${errorSection()}
</main>
</body>
</html>
`;
  return (nonce) => `${before.text}${nonce}">${style}${after.text}`;
}

function contents(document: OpenApiDocument): Html {
  return html`<ul>
    <li>
      <a href="#introduction">What holds everywhere</a>
      <ul>
        ${introduction.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
      </ul>
    </li>
    ${document.tags.map(
      ({ name }) =>
        html`<li>
          <a href="#tag-${name}">${name}</a>
          <ul>
            ${placesOf(name, document).map(contentsLine)}
          </ul>
        </li>`,
    )}
    <li><a href="#schemas">Schemas</a></li>
    <li><a href="#errors">Errors</a></li>
  </ul>`;
}

function contentsLine({ method, operation }: Place): Html {
  return html`<li><a href="#${operation.operationId}">${methodBadge(method)} ${operation.summary}</a></li>`;
}

function introduce(): Html[] {
  return introduction.map(
    ({ id, title, paragraphs }) =>
      html`<section id="${id}" aria-labelledby="${id}-title">
        <h3 id="${id}-title">${title}</h3>
        ${paragraphs.map(paragraph)}
      </section>`,
  );
}

function tagSection(name: string, description: string, document: OpenApiDocument): Html {
  return html`<section id="tag-${name}" aria-labelledby="tag-${name}-title">
    <h2 id="tag-${name}-title">${name}</h2>
    <p>${description}</p>
    ${placesOf(name, document).map((place) => describeOperation(place, document))}
  </section>`;
}

function placesOf(tag: string, { paths }: OpenApiDocument): Place[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function schemaSection(document: OpenApiDocument): Html {
  return html`<section id="schemas" aria-labelledby="schemas-title">
    <h2 id="schemas-title">Schemas</h2>
    ${Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        html`<section id="${schemaAnchor(name)}">
          <h3>${name}</h3>
          ${schema.description !== undefined && html`<p>${schema.description}</p>`}
          ${fieldList(schema, 'answer', document)}
        </section>`,
    )}
  </section>`;
}

function errorSection(): Html {
  return html`<section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <p>
      Every failure is a row of this table. The sentence is what <code>error</code> says when there is nothing more
      exact to say.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Status</th>
          <th scope="col">Sentence</th>
        </tr>
      </thead>
      <tbody>
        ${(Object.keys(errors) as ErrorName[]).map(errorRow)}
      </tbody>
    </table>
  </section>`;
}

function errorRow(name: ErrorName): Html {
  const { status, message } = errors[name];
  return html`<tr id="${errorAnchor(name)}">
    <th scope="row"><code>${codeOf(name)}</code></th>
    <td><span class="status s${String(status).slice(0, 1)}">${status}</span></td>
    <td>${message}</td>
  </tr>`;
}
