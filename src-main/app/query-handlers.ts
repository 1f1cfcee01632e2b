import type { RouteOutput } from '../contract/routes'
import type { ToolSet } from '../domain/query'
import type { JsonObject, ToolId } from '../domain/tool'
import { EMBEDDED_COMPONENTS } from '../domain/tool-document'
import { contentHash, embedDocuments } from '../pipeline/knowledge-base/embed-documents'
import { embeddedTexts, openKnowledgeBase } from '../pipeline/knowledge-base/knowledge-base'
import type { Recipe } from '../pipeline/recipes/recipe'
import { RECIPES } from '../pipeline/recipes/registry'
import { ask, prepare } from './asking'
import type { Catalog } from './catalog'
import { embedCall } from './embed-call'
import { explain } from './explain'
import type { AppContext, Handlers } from './handlers'
import { optionsSchema, parseOptions } from './recipe-options'
import { toolsOfTrace } from './trace-reading'

export const recipesHandlers = (context: AppContext): Handlers<'recipes'> => ({
  'recipes.list': () => RECIPES.map((recipe) => describe(recipe, context)),
})

function describe(recipe: Recipe, { embedders, buildIndex }: AppContext) {
  const defaults = parseOptions(recipe, {})
  const empty = openKnowledgeBase({
    tools: [],
    buildIndex,
    embedder: () => embedders.open('builtin', new AbortController().signal),
    embed: () => Promise.resolve([]),
  })
  return {
    id: recipe.id,
    title: recipe.title,
    summary: recipe.summary,
    source: recipe.source,
    options: optionsSchema(recipe),
    defaults: defaults as JsonObject,
    diagram: recipe.build({ knowledgeBase: empty }, defaults).diagram,
  }
}

export const knowledgeHandlers = ({
  sessions,
  embedders,
  settings,
  clock,
  notify,
}: AppContext): Handlers<'knowledge'> => ({
  async 'knowledge.status'({ dir, embedder: name }, { signal }) {
    const session = await sessions.of(dir)
    const embedder = await embedders.open(name ?? (await settings.read()).embedder, signal)
    const { tools } = await session.catalog()
    const hashes = new Set(embeddedTexts(tools, EMBEDDED_COMPONENTS).map(contentHash))
    return {
      embedder: embedder.name,
      documents: tools.length,
      embedded: (await session.store.vectors(embedder.fingerprint, hashes)).size,
      dimensions: embedder.dimensions,
    }
  },
  async 'knowledge.index'({ dir, embedder: name }, call) {
    const started = clock.elapsedMs()
    const { store, ...session } = await sessions.of(dir)
    const embedder = await embedders.open(name ?? (await settings.read()).embedder, call.signal)
    const catalog = await session.catalog()
    const { tools } = catalog
    // Counted here and remembered, so that a query in a terminal need not load the encoding.
    for (const { tool } of tools) catalog.promptTokens(tool.id)
    const texts = embeddedTexts(tools, EMBEDDED_COMPONENTS)
    const { embedded, reused } = await embedDocuments(
      { store, embedder },
      texts,
      embedCall({ notify }, store.dir, call),
    )
    await store.pruneDocuments(embedder.fingerprint, new Set(texts.map(contentHash)))
    return {
      embedder: embedder.name,
      documents: tools.length,
      embedded,
      reused,
      elapsedMs: clock.elapsedMs() - started,
    }
  },
})

export const queryHandlers = (context: AppContext): Handlers<'query'> => ({
  async 'query.run'(input, call) {
    const prepared = await prepare(context, input, call)
    const { catalog, options, recipe } = prepared
    const { set, trace, degraded, latencyMs } = await ask(context, prepared.pipeline, {
      text: input.text,
      signal: call.signal,
    })
    const { tools } = set
    return {
      query: input.text,
      recipe: recipe.id,
      options: options,
      tools: selectedTools(set, catalog),
      promptTokens: tools.reduce((sum, { tool }) => sum + catalog.promptTokens(tool), 0),
      catalogTokens: input.withCatalogTokens
        ? catalog.tools.reduce((sum, { tool }) => sum + catalog.promptTokens(tool.id), 0)
        : undefined,
      tokenizer: context.tokenCounter.tokenizer,
      latencyMs,
      degraded,
      trace,
      names: namesOf(toolsOfTrace(trace), catalog),
    }
  },
  async 'query.explain'(input, call) {
    const prepared = await prepare(context, input, call)
    prepared.catalog.tool(input.tool)
    return explain(context, prepared, { text: input.text, tool: input.tool, signal: call.signal })
  },
})

const selectedTools = (set: ToolSet, catalog: Catalog): RouteOutput<'query.run'>['tools'] =>
  set.tools.map((ranked, at) => {
    const { tool, layer } = catalog.tool(ranked.tool)
    return {
      ...ranked,
      name: tool.name,
      server: tool.server,
      description: layer.description ?? tool.description,
      rank: at + 1,
      promptTokens: catalog.promptTokens(tool.id),
    }
  })

const namesOf = (ids: Iterable<ToolId>, catalog: Catalog) =>
  Object.fromEntries(
    [...ids].map((id) => {
      const { name, server } = catalog.tool(id).tool
      return [id, { name, server }]
    }),
  )
