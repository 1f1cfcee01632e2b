import { join } from 'node:path'
import { httpAddresses } from './adapters/addresses'
import { o200kTokenCounter } from './adapters/builtin/o200k-token-counter'
import { openSentenceEmbedder } from './adapters/builtin/sentence-embedder'
import { unreadable } from './adapters/builtin/sentence-model'
import { openStaticEmbedder } from './adapters/builtin/static-embedder'
import { systemClock } from './adapters/builtin/system-clock'
import { agreements } from './adapters/files/agreements'
import { dataFolder } from './adapters/files/data-folder'
import { handedInFiles, localFiles } from './adapters/files/local-files'
import { removeLeftBehind } from './adapters/files/owned-folder'
import { rememberedQueries } from './adapters/files/remembered-queries'
import { rememberedTokenCounts } from './adapters/files/remembered-token-counts'
import { requestLog } from './adapters/files/request-log'
import { servingTokens } from './adapters/files/serving-tokens'
import { settingsStore } from './adapters/files/settings-store'
import { storedAnswers } from './adapters/files/stored-answers'
import { publishedDatabases } from './adapters/lancedb/published/publishing'
import { workspaceLibrary } from './adapters/lancedb/workspace-library'
import { holdRowsInMemory } from './adapters/memory/in-memory-rows/hold-rows'
import {
  buildMemoryLexicalIndex,
  unpackMemoryLexicalIndex,
} from './adapters/memory/memory-lexical-index'
import { buildVectorIndexInTurns } from './adapters/memory/memory-vector-index'
import { signIns } from './adapters/mcp/sign-in/sign-ins'
import { mcpServers } from './adapters/mcp/tool-servers'
import { programs } from './adapters/programs/programs'
import { ollamaAddress, urlOf } from './adapters/ollama/ollama-address'
import { ollamaEmbedders } from './adapters/ollama/ollama-embedders'
import { ollamaLanguageModels } from './adapters/ollama/ollama-language-models'
import { ollamaModelServer } from './adapters/ollama/ollama-model-server'
import type { App } from './app/app'
import { createApp } from './app/create-app'
import type { AppPorts } from './app/ports'
import { ownTemplates } from './app/models/own-templates'
import type { StartOtherThreads } from './app/other-threads'
import type { ServeAgents } from './app/agent-endpoint'
import { readInPlace, type ReadFiles } from './app/readings'
import { actions } from './features/actions'
import { importFormats } from './features/import-formats'
import { places } from './features/places'
import { recipes } from './features/recipes'
import { splitIdentifier } from './pipeline/text/analyse'
import { BUILTIN, SENTENCES } from './domain/model/names'
import type { Embedder, EmbedderSource } from './ports/embedder'

export interface ComposeOptions {
  /** Where settings and workspaces are kept. */
  dataFolder: string
  /** The product's own `resources`. */
  resourcesFolder: string
  version: string
  /** Where Ollama is asked, whatever the settings and OLLAMA_HOST say. */
  ollamaAddress?: string | undefined
  /**
   * Whether requests may name only files that were handed in, as those of a window do; else any
   * file of this machine.
   */
  readsOnlyHandedIn?: boolean
  /** How the files of an import are read; left out: in place. */
  readFiles?: ReadFiles
  /** The entry of threads that compute sentence embeddings; left out: there is no such embedder. */
  encoderFile?: string
  /** The entry of threads that speak to MCP servers; left out: no thread of their own does. */
  listingFile?: string
  /**
   * How this installation's terminal is started: a program and its first arguments; left out:
   * `pegboard`.
   */
  program?: readonly string[]
  /** How an evaluation gets further threads; left out: it keeps to its own. */
  startOtherThreads?: StartOtherThreads
  /** How a person is asked outside of what a page can do; left out: nobody is. */
  confirm?: AppPorts['confirm']
  /** How agents are served over HTTP; left out: they are not. */
  serveAgents?: ServeAgents
}

/** The product: every adapter chosen, tied together, without a face. */
export async function compose(options: ComposeOptions): Promise<App> {
  void removeLeftBehind(options.dataFolder)
  const settings = settingsStore(options.dataFolder)
  const ollama = async () =>
    ollamaAddress({
      commandLine: options.ollamaAddress,
      setting: (await settings.read()).ollamaUrl,
      environment: process.env['OLLAMA_HOST'],
    })
  const ollamaUrl = async () => urlOf(await ollama())
  const models = {
    known: new Map(),
    templatesOf: async (model: string) => ownTemplates(await settings.read(), model),
  }
  const signedIn = signIns(options.version)
  const demoFolder = join(options.resourcesFolder, 'demo')
  const ports: AppPorts = {
    settings,
    recipes,
    importFormats,
    library: workspaceLibrary(join(options.dataFolder, 'workspaces'), {
      lookEveryMs: lookEveryMs(),
    }),
    publishing: publishedDatabases(),
    files: options.readsOnlyHandedIn ? handedInFiles(localFiles(), [demoFolder]) : localFiles(),
    ownFiles: localFiles(),
    agreements: agreements(options.dataFolder),
    servingTokens: servingTokens(options.dataFolder),
    toolServers: mcpServers({
      version: options.version,
      threadFile: options.listingFile,
      signIns: signedIn,
    }),
    signIns: signedIn,
    addresses: httpAddresses(),
    programs: programs(),
    confirm: options.confirm,
    variable: (name) => process.env[name],
    readFiles: options.readFiles ?? readInPlace(importFormats),
    startOtherThreads: options.startOtherThreads,
    serveAgents: options.serveAgents,
    embedders: embedderSource(options, ollamaEmbedders(ollamaUrl, {}, models)),
    storedAnswers: storedAnswers(join(options.dataFolder, 'model-answers')),
    requestLog: requestLog(),
    languageModels: ollamaLanguageModels(ollamaUrl, {
      repeatPenalty: async () => (await settings.read()).repeatPenalty,
    }),
    modelServer: ollamaModelServer(ollamaUrl, {}, models),
    ollamaAddress: ollama,
    tokenCounter: rememberedTokenCounts(
      o200kTokenCounter(),
      join(options.dataFolder, 'token-counts.json'),
    ),
    buildLexicalIndex: buildMemoryLexicalIndex,
    unpackLexicalIndex: unpackMemoryLexicalIndex,
    buildVectorIndex: buildVectorIndexInTurns,
    holdRows: holdRowsInMemory,
    mostVectorBytesInMemory: MOST_VECTOR_BYTES_IN_MEMORY,
    clock: systemClock,
    about: {
      version: options.version,
      dataFolder: options.dataFolder,
      demoFolder,
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      program: options.program ?? ['pegboard'],
    },
  }
  return createApp(ports, { actions, places })
}

export const defaultDataFolder = (): string => dataFolder()

export { saveFile } from './adapters/files/atomic-write'
export { ownedFolder } from './adapters/files/owned-folder'
export { readRegularFile } from './adapters/files/regular-file'

/**
 * The vectors of 500,000 tools with the built-in embedder's 256 dimensions, or of 130,000 with
 * 1,024: beyond, LanceDB searches them from disk.
 */
const MOST_VECTOR_BYTES_IN_MEMORY = 512 << 20

/**
 * How often it is looked whether something newer is published, where the environment says it: in
 * seconds.
 */
function lookEveryMs(): number | undefined {
  const seconds = Number(process.env['PEGBOARD_LOOK_SECONDS'])
  return seconds > 0 ? seconds * 1000 : undefined
}

/** The embedders of the product, each opened once, and others. */
function embedderSource(
  { dataFolder, resourcesFolder, encoderFile }: ComposeOptions,
  others: EmbedderSource,
): EmbedderSource {
  const opened = new Map<string, Promise<Embedder>>()
  const own = new Map<string, () => Promise<Embedder>>([
    [
      BUILTIN,
      () =>
        openStaticEmbedder({
          folder: join(resourcesFolder, 'embedder'),
          splitIdentifiers: splitIdentifier,
        }),
    ],
    [
      SENTENCES,
      async () => {
        if (encoderFile === undefined) throw unreadable('it is no part of this program.')
        const folder = join(resourcesFolder, 'sentences')
        const embedder = await openSentenceEmbedder({ folder, threadFile: encoderFile })
        return rememberedQueries(embedder, join(dataFolder, 'sentence-queries.bin'))
      },
    ],
  ])
  return {
    open(name, signal) {
      const open = own.get(name)
      if (!open) return others.open(name, signal)
      const known = opened.get(name)
      if (known) return known
      const opening = open()
      opened.set(name, opening)
      opening.catch(() => opened.delete(name))
      return opening
    },
    async isThere(name, signal) {
      return own.has(name) ? undefined : others.isThere?.(name, signal)
    },
  }
}
