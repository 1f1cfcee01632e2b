import type { FindingKind } from '../domain/catalog/export'
import type { CatalogTool } from '../domain/tool/tool'
import { fewInANamespace, inNamespaces, mostSearched, someLoaded } from './deferral-rules'
import {
  geminiFormats,
  geminiSubset,
  geminiValues,
  listsWithItems,
  nothingBesideReferences,
  notCachedAndDeferred,
  objectAtTop,
  parameterNames,
  propertiesAtTop,
  saysWhatWasMended,
  withoutAtTop,
  type Breach,
  type Definition,
  type DefinitionRule,
  type TogetherRule,
} from './definition-rules'
import { readByOllama, leftOutByOllama, referencesLeftOut } from './ollama-rules'
import type { Additions } from './mended-schema'
import { schemaBreaches } from './schema-breaches'
import { STRICT_RULES } from './strict-rules'

/** What a provider refuses. */
export interface ProviderRules {
  provider: string
  name: {
    pattern: RegExp
    /** The pattern in words. */
    said: string
    /** Any one character that the pattern never takes. */
    foreign: RegExp
    longest: number
  }
  /** Among which tools a name may stand once. */
  unique: 'in all' | 'in a server'
  /** What comes of two tools of one name; left out, the provider refuses the request. */
  namesakes?: FindingKind
  longestDescription?: number
  /**
   * In the list of one request; where servers have lists of their own, a server is one entry of it.
   */
  mostTools?: number
  /** Of each tool. */
  schema: DefinitionRule[]
  /** What an export adds to a schema, beside what JSON Schema asks for; left out, it mends none. */
  additions?: Additions
  /** Of all tools of the file together. */
  together?: TogetherRule[]
}

/**
 * What each provider refuses, beside where it says so and when that was seen. Its documentation is
 * silent on most.
 */

export const OPENAI: ProviderRules = {
  provider: 'OpenAI',
  // The API's error text and the API reference of function.name;
  // github.com/langchain-ai/langchain/issues/7191 (2023-07),
  // github.com/raullenchai/Rapid-MLX/pull/748 (2026-06).
  name: {
    pattern: /^[a-zA-Z0-9_-]{1,64}$/,
    said: '1 to 64 letters, digits, underscores and hyphens',
    foreign: /[^a-zA-Z0-9_-]/g,
    longest: 64,
  },
  unique: 'in all',
  // “Expected a string with maximum length 1024”, of some models;
  // github.com/getsentry/sentry-mcp/issues/106 (2025-04).
  longestDescription: 1024,
  // “Expected an array with maximum length 128”;
  // github.com/musistudio/claude-code-router/issues/686 (2025-08).
  mostTools: 128,
  schema: [
    // “schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top
    // level”; github.com/langchain-ai/langchainjs/issues/9804 (2026),
    // github.com/nspady/google-calendar-mcp/issues/39 (2025-06).
    objectAtTop,
    withoutAtTop(['oneOf', 'anyOf', 'allOf', 'enum', 'not']),
    // github.com/spring-projects/spring-ai/issues/4776 (2025-10); of the top alone:
    // github.com/caozhiyuan/copilot-api/pull/131 (2026-03).
    propertiesAtTop,
    // “array schema missing items”, prefixItems alone included;
    // github.com/PrefectHQ/fastmcp/issues/2464 (2025-11).
    listsWithItems,
    ...STRICT_RULES,
    saysWhatWasMended,
  ],
  additions: { properties: true, items: true },
}

/**
 * Tools of a server stand in a namespace of their own, which keeps their names apart from others'.
 */
export const OPENAI_RESPONSES: ProviderRules = {
  ...OPENAI,
  unique: 'in a server',
  // “keep the number of functions per namespace to fewer than 10”, “use namespaces where possible”,
  // and what is sent of deferred functions; developers.openai.com/api/docs/guides/tools-tool-search
  // (seen 2026-11).
  together: [fewInANamespace, inNamespaces],
}

export const ANTHROPIC: ProviderRules = {
  provider: 'Anthropic',
  // “String should match pattern '^[a-zA-Z0-9_-]{1,128}$'”;
  // github.com/github/copilot-cli/issues/1879 (2026).
  name: {
    pattern: /^[a-zA-Z0-9_-]{1,128}$/,
    said: '1 to 128 letters, digits, underscores and hyphens',
    foreign: /[^a-zA-Z0-9_-]/g,
    longest: 128,
  },
  // “Tool names must be unique”; github.com/anthropics/claude-code/issues/10687 (2025-10).
  unique: 'in all',
  schema: [
    // “input_schema does not support oneOf, allOf, or anyOf at the top level”, which has to be of
    // type object; github.com/anthropics/claude-code/issues/27337 (2026-02),
    // github.com/dearlordylord/huly-mcp/issues/66 (2026-05).
    objectAtTop,
    withoutAtTop(['oneOf', 'allOf', 'anyOf']),
    // “Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'”, at the top level;
    // github.com/anthropics/claude-code/issues/79418 (2026-07).
    parameterNames(
      /^[a-zA-Z0-9_.-]{1,64}$/,
      '1 to 64 letters, digits, underscores, dots and hyphens',
    ),
    // “cannot have both defer_loading=true and cache_control set”;
    // github.com/anthropics/claude-code/issues/86743 (2026-08).
    notCachedAndDeferred,
    saysWhatWasMended,
  ],
  additions: {},
  // “Maximum tools: 10,000 tools in your catalog”, and which are best loaded at once;
  // platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool (seen 2026-11). That one
  // tool has to be loaded at once is kept by the search tool, which always is.
  together: [mostSearched(10_000), someLoaded],
}

export const BEDROCK: ProviderRules = {
  provider: 'Bedrock',
  // docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html (seen
  // 2026-11): length 1 to 64, pattern [a-zA-Z0-9_-]+; its error text in
  // github.com/awslabs/mcp/issues/3181 (2026-04).
  name: {
    pattern: /^[a-zA-Z0-9_-]{1,64}$/,
    said: '1 to 64 letters, digits, underscores and hyphens',
    foreign: /[^a-zA-Z0-9_-]/g,
    longest: 64,
  },
  unique: 'in all',
  namesakes: 'hint',
  schema: [
    // “The value at toolConfig.tools.0.toolSpec.inputSchema.json.type must be one of the following:
    // object”; github.com/earendil-works/pi/issues/8279 (2026-08).
    objectAtTop,
    // “input_schema does not support oneOf, allOf, or anyOf at the top level”, of Anthropic’s
    // models in Bedrock; github.com/code-yeongyu/senpi/issues/1947 (2026-09),
    // github.com/trycua/cua/issues/3303 (2026-08).
    withoutAtTop(['oneOf', 'allOf', 'anyOf'], {
      kind: 'hint',
      said: 'Anthropic’s models in Bedrock refuse that',
    }),
    saysWhatWasMended,
  ],
  additions: {},
}

/** It takes any name; a name is text of any length in its types. */
export const OLLAMA: ProviderRules = {
  provider: 'Ollama',
  name: { pattern: /[^]/, said: 'any text', foreign: /(?!)/g, longest: Infinity },
  unique: 'in all',
  namesakes: 'hint',
  schema: [readByOllama, leftOutByOllama, referencesLeftOut],
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
  // “At most 512 function declarations can be specified”;
  // github.com/google-gemini/gemini-cli/issues/19083 (2026-02).
  mostTools: 512,
  schema: [
    objectAtTop,
    listsWithItems,
    // “Unknown name "const" … Cannot find field”, of `parameters`;
    // github.com/zed-industries/zed/issues/44875 (2025-12),
    // github.com/openswarm-ai/openswarm/issues/24 (2026-05). `parametersJsonSchema` takes JSON
    // Schema.
    geminiSubset,
    // Beside a reference, description and default alone; github.com/su-kaka/gcli2api/pull/374
    // (2026-05).
    nothingBesideReferences,
    // “only 'enum' and 'date-time' are supported for STRING type”;
    // github.com/google-gemini/gemini-cli/issues/3178 (2025-07).
    geminiFormats,
    // “Invalid value at … enum[0] (TYPE_STRING), 0”, and “enum[0]: cannot be empty”;
    // github.com/google-gemini/gemini-cli/issues/4415 (2025-07),
    // github.com/apify/apify-mcp-server/issues/353 (2025-12).
    geminiValues,
    saysWhatWasMended,
  ],
  additions: {},
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

/** What some providers refuse of one tool’s definition. */
interface DefinitionRefusal extends Breach {
  of: 'name' | 'schema'
  providers: string[]
}

const PROVIDERS: readonly ProviderRules[] = [OPENAI, ANTHROPIC, GEMINI, BEDROCK]

/** What the providers would refuse of a tool as it is sent, each rule once with all who have it. */
export function refusalsOf({ tool, layer }: CatalogTool): DefinitionRefusal[] {
  const definition: Definition = {
    name: tool.name,
    description: layer.modelDescription ?? tool.description,
    schema: tool.parameters,
  }
  const found = new Map<string, DefinitionRefusal>()
  const add = (key: string, refusal: DefinitionRefusal): void => {
    const same = found.get(key)
    if (same) same.providers.push(...refusal.providers)
    else found.set(key, refusal)
  }
  for (const { provider, name, schema } of PROVIDERS) {
    if (!name.pattern.test(tool.name)) {
      const fix = 'Rename it at its source, or export with names of the form server__name.'
      add('name', { of: 'name', providers: [provider], why: `use ${name.said}`, fix })
    }
    const broken = [...schema.map((rule) => rule(definition)), ...ofOwnKind(definition, provider)]
    for (const breach of broken) {
      if (breach && (breach.kind ?? 'refused') === 'refused')
        add(breach.why, { of: 'schema', providers: [provider], ...breach })
    }
  }
  return [...found.values()]
}

/** What is no schema in any draft is told as such, whoever refuses it. */
const ofOwnKind = (definition: Definition, provider: string): Breach[] =>
  schemaBreaches(definition, provider, ({ grade }) => grade === 'narrow').filter(
    ({ kind }) => kind === 'refused',
  )
