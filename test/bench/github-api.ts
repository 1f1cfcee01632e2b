import { readFile } from 'node:fs/promises'
import type { CatalogTool, JsonObject, Tool } from '../../src-main/domain/tool/tool'
import { catalogTool, id } from '../fakes/catalog-tool'
import requests from './github-requests.json'
import type { AskedCatalog } from './asked-catalog'

interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content?: Record<string, { schema?: { properties?: JsonObject } }> }
}

interface Parameter {
  name: string
  description?: string
  schema?: JsonObject
}

interface Api {
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>
  components: { parameters: Record<string, Parameter> }
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

/**
 * GitHub's REST API, an operation a tool, with requests that people who did not look at its
 * descriptions worded. Its document is `generated/api.github.com.json` of the npm package
 * `@octokit/openapi`: where `GITHUB_OPENAPI` does not name it, there is nothing.
 */
export async function githubApi(): Promise<AskedCatalog[]> {
  const path = process.env['GITHUB_OPENAPI']
  if (path === undefined) {
    process.stdout.write(
      '  GitHub’s API is left out: GITHUB_OPENAPI names no api.github.com.json\n',
    )
    return []
  }
  const api = JSON.parse(await readFile(path, 'utf8')) as Api
  const operations = Object.values(api.paths).flatMap((item) =>
    METHODS.flatMap((method) => item[method] ?? []),
  )
  return SUMMARY_AS.flatMap(({ form, texts }) => {
    const tools = operations.map((operation) => toTool(operation, api, texts))
    tools.sort((a, b) => (a.tool.id < b.tool.id ? -1 : 1))
    return Object.entries(requests).map(([wording, asked]) => ({
      name: `github, ${form}, ${wording} words`,
      tools,
      queries: asked.map((request) => ({ ...request, any: true })),
    }))
  })
}

/** What an operation's summary becomes: servers and importers do either. */
const SUMMARY_AS: readonly { form: string; texts: (operation: Operation) => Texts }[] = [
  {
    form: 'summary first',
    texts: ({ summary, description }) => ({
      description: [summary, description].filter(Boolean).join('\n\n'),
    }),
  },
  {
    form: 'summary as title',
    texts: ({ summary: title, description = '' }) => ({ ...(title && { title }), description }),
  },
]

type Texts = Pick<Tool, 'description' | 'title'>

function toTool(
  operation: Operation,
  { components }: Api,
  texts: (operation: Operation) => Texts,
): CatalogTool {
  const { operationId: name, tags = [] } = operation
  const parameters = (operation.parameters ?? []).flatMap((given) =>
    '$ref' in given ? (components.parameters[given.$ref.split('/').at(-1) ?? ''] ?? []) : given,
  )
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const properties = {
    ...Object.fromEntries(parameters.map((each) => [each.name, propertyOf(each)])),
    ...body?.schema?.properties,
  }
  return catalogTool(name.replace('/', ' '), {
    id: id(name),
    name,
    server: 'github',
    tags,
    ...texts(operation),
    parameters: { type: 'object', properties },
  })
}

const propertyOf = ({ schema, description }: Parameter): JsonObject => ({
  ...schema,
  ...(description && { description }),
})
