import { VERSION } from '../../../shared/version.ts';
import { html } from '../../html/html.ts';

/** The path of the viewer's script. */
export const VIEWER_PATH = '/api/docs/viewer.js';

/** The options that Scalar reads from its script element. By default it loads fonts and sends telemetry. */
const configuration = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  metaData: { title: `Octavo ${VERSION}: reference` },
  persistAuth: false,
};

/** The reference page: Scalar with the OpenAPI document. Without scripts it leads to the document. */
export function referencePage(): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="Reference of the REST interface and the native tRPC interface." />
        <title>Octavo ${VERSION}: reference</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <noscript
          ><p>
            This page needs JavaScript. The same document for programs: <a href="/api/openapi.json">openapi.json</a>.
          </p></noscript
        >
        <script
          id="api-reference"
          data-url="/api/openapi.json"
          data-configuration="${JSON.stringify(configuration)}"
        ></script>
        <script src="${VIEWER_PATH}?v=${VERSION}"></script>
      </body>
    </html> `.text;
}
