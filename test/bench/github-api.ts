import { readFile } from 'node:fs/promises'
import type { CatalogTool, JsonObject } from '../../src-main/domain/tool'
import { catalogTool } from '../fakes/catalog-tool'
import requests from './github-requests.json'
import type { AskedCatalog } from './asked-catalog'

interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: ({ name: string; description?: string; schema?: JsonObject } | { $ref: string })[]
  requestBody?: { content?: Record<string, { schema?: { properties?: JsonObject } }> }
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

/**
 * GitHub's REST API, an operation a tool, with requests that people who did not look at its descriptions worded. Its document is
 * `generated/api.github.com.json` of the npm package `@octokit/openapi`: where `GITHUB_OPENAPI` does not name it, there is nothing.
 */
export async function githubApi(): Promise<AskedCatalog[]> {
  const path = process.env['GITHUB_OPENAPI']
  if (path === undefined) {
    process.stdout.write(
      '  GitHub’s API is left out: GITHUB_OPENAPI names no api.github.com.json\n',
    )
    return []
  }
  const api = JSON.parse(await readFile(path, 'utf8')) as {
    paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>
    components: {
      parameters: Record<string, { name: string; description?: string; schema?: JsonObject }>
    }
  }
  const tools: CatalogTool[] = []
  for (const item of Object.values(api.paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const properties: Record<string, JsonObject> = {}
      for (const given of operation.parameters ?? []) {
        const parameter =
          '$ref' in given ? api.components.parameters[given.$ref.split('/').at(-1) ?? ''] : given
        if (parameter) {
          properties[parameter.name] = {
            ...parameter.schema,
            ...(parameter.description && { description: parameter.description }),
          }
        }
      }
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema?.properties ?? {}
      tools.push(
        catalogTool(operation.operationId.replace('/', ' '), {
          ...{ id: operation.operationId as never, name: operation.operationId, server: 'github' },
          description: [operation.summary, operation.description].filter(Boolean).join('\n\n'),
          parameters: { type: 'object', properties: { ...properties, ...body } },
          tags: operation.tags ?? [],
        }),
      )
    }
  }
  tools.sort((a, b) => (a.tool.id < b.tool.id ? -1 : 1))
  return Object.entries(requests).map(([wording, asked]) => ({
    name: `github, ${wording} words`,
    tools,
    queries: asked.map((request) => ({ ...request, any: true })),
  }))
}
