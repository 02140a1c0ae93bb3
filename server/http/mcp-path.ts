/** Where agents call tools. */
export const MCP_PATH = '/mcp';
