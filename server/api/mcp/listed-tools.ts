import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';

import { operationsIn, type OpenApiDocument, type Operation } from '../openapi/document.ts';
import { procedureType } from '../../http/procedure-routes.ts';
import { makeInputSchema, makeOutputSchema } from './schemas.ts';
import { tools, type Tool } from './tools.ts';

/** Every tool by its name, as clients see it. */
export type ListedTools = ReadonlyMap<string, ListedTool>;

/** Describes the tools by the operations of their procedures. */
export function listedTools(document: OpenApiDocument): ListedTools {
  const operations = new Map(operationsIn(document).map((one) => [one.operationId, one]));
  return new Map(
    Object.entries(tools).map(([name, tool]) => [
      name,
      describeTool(name, tool, operations.get(tool.procedure)!, document),
    ]),
  );
}

function describeTool(name: string, tool: Tool, operation: Operation, document: OpenApiDocument): ListedTool {
  const { procedure, title, description, fixed = {}, withheld = [], isDestructive = false } = tool;
  const readOnlyHint = procedureType(procedure) === 'query';
  return {
    name,
    title,
    description: description ?? `${operation.summary}.`,
    inputSchema: makeInputSchema(operation, [...Object.keys(fixed), ...withheld]),
    outputSchema: makeOutputSchema(operation, document),
    annotations: {
      readOnlyHint,
      ...(!readOnlyHint && { destructiveHint: isDestructive, idempotentHint: isDestructive }),
      openWorldHint: false,
    },
  };
}
