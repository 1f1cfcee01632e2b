import type { ProviderRules } from './rule'
import {
  geminiSubset,
  listsWithItems,
  nothingBesideReferences,
  objectAtTop,
  parameterNames,
  withoutAtTop,
} from './schema-rules'

/** What each provider refuses, beside where it says so and when that was seen. Its documentation is silent on most. */

export const OPENAI: ProviderRules = {
  provider: 'OpenAI',
  // The API's error text and the API reference of function.name; github.com/langchain-ai/langchain/issues/7191 (2023-07),
  // github.com/raullenchai/Rapid-MLX/pull/748 (2026-06).
  name: {
    pattern: /^[a-zA-Z0-9_-]{1,64}$/,
    said: '1 to 64 letters, digits, underscores and hyphens',
    foreign: /[^a-zA-Z0-9_-]/g,
    longest: 64,
  },
  unique: 'in all',
  // “Expected a string with maximum length 1024”, of some models; github.com/getsentry/sentry-mcp/issues/106 (2025-04).
  longestDescription: 1024,
  // “Expected an array with maximum length 128”; github.com/musistudio/claude-code-router/issues/686 (2025-08).
  mostTools: 128,
  schema: [
    // “schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level”;
    // github.com/langchain-ai/langchainjs/issues/9804 (2026), github.com/nspady/google-calendar-mcp/issues/39 (2025-06).
    objectAtTop,
    withoutAtTop(['oneOf', 'anyOf', 'allOf', 'enum', 'not']),
    // “array schema missing items”, prefixItems alone included; github.com/PrefectHQ/fastmcp/issues/2464 (2025-11).
    listsWithItems,
  ],
}

/** Tools of a server stand in a namespace of their own, which keeps their names apart from others'. */
export const OPENAI_RESPONSES: ProviderRules = { ...OPENAI, unique: 'in a server' }

export const ANTHROPIC: ProviderRules = {
  provider: 'Anthropic',
  // “String should match pattern '^[a-zA-Z0-9_-]{1,128}$'”; github.com/github/copilot-cli/issues/1879 (2026).
  name: {
    pattern: /^[a-zA-Z0-9_-]{1,128}$/,
    said: '1 to 128 letters, digits, underscores and hyphens',
    foreign: /[^a-zA-Z0-9_-]/g,
    longest: 128,
  },
  // “Tool names must be unique”; github.com/anthropics/claude-code/issues/10687 (2025-10).
  unique: 'in all',
  schema: [
    // “input_schema does not support oneOf, allOf, or anyOf at the top level”, which has to be of type object;
    // github.com/anthropics/claude-code/issues/27337 (2026-02), github.com/dearlordylord/huly-mcp/issues/66 (2026-05).
    objectAtTop,
    withoutAtTop(['oneOf', 'allOf', 'anyOf']),
    // “Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'”, at the top level;
    // github.com/anthropics/claude-code/issues/79418 (2026-07).
    parameterNames(
      /^[a-zA-Z0-9_.-]{1,64}$/,
      '1 to 64 letters, digits, underscores, dots and hyphens',
    ),
  ],
}

export const GEMINI: ProviderRules = {
  provider: 'Gemini',
  // google-genai's reference of FunctionDeclaration.name and the API's error text;
  // github.com/kaitranntt/ccs/issues/219 (2025-12). Vertex AI's newest reference says 128.
  name: {
    pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    said: 'a letter or underscore, then letters, digits, underscores, dots, colons and hyphens, 64 in all',
    foreign: /[^a-zA-Z0-9_.:-]/g,
    longest: 64,
  },
  unique: 'in all',
  // “At most 512 function declarations can be specified”; github.com/google-gemini/gemini-cli/issues/19083 (2026-02).
  mostTools: 512,
  schema: [
    objectAtTop,
    listsWithItems,
    // “Unknown name "const" … Cannot find field”, of `parameters`; github.com/zed-industries/zed/issues/44875 (2025-12),
    // github.com/openswarm-ai/openswarm/issues/24 (2026-05). `parametersJsonSchema` takes JSON Schema.
    geminiSubset,
    // Beside a reference, description and default alone; github.com/su-kaka/gcli2api/pull/374 (2026-05).
    nothingBesideReferences,
  ],
}

export const MCP: ProviderRules = {
  provider: 'MCP',
  // modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names, all of it “should”.
  name: {
    pattern: /^[a-zA-Z0-9_.-]{1,128}$/,
    said: '1 to 128 letters, digits, underscores, hyphens and dots',
    foreign: /[^a-zA-Z0-9_.-]/g,
    longest: 128,
  },
  unique: 'in a server',
  schema: [objectAtTop],
}
