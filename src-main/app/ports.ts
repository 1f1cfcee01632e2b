import type { Confirmation } from '../contract/confirmation'
import type { Recipes } from '../pipeline/recipes/recipe'
import type { Clock } from '../ports/clock'
import type { EmbedderSource } from '../ports/embedder'
import type { ModelServer } from '../ports/model-server'
import type { Addresses } from '../ports/addresses'
import type { Agreements } from '../ports/agreements'
import type { LocalFiles } from '../ports/local-files'
import type { SettingsStore } from '../ports/settings-store'
import type { RequestLog } from '../ports/request-log'
import type { Programs } from '../ports/programs'
import type { Publishing } from '../ports/publishing'
import type { ServingTokens } from '../ports/serving-tokens'
import type { StoredAnswers } from '../ports/stored-answers'
import type { SignIns } from '../ports/sign-ins'
import type { ToolServers } from '../ports/tool-servers'
import type { TokenCounter } from '../ports/token-counter'
import type { ImportFormat } from '../importing/import-format'
import type { OllamaAddress } from '../domain/model/ollama-address'
import type { HoldRows } from '../ports/in-memory-rows'
import type { BuildLexicalIndex, UnpackLexicalIndex } from '../ports/lexical-index'
import type { LanguageModelSource } from '../ports/language-model'
import type { BuildVectorIndex } from '../ports/vector-index'
import type { WorkspaceLibrary } from '../ports/workspace-store'
import type { StartOtherThreads } from './other-threads'
import type { ReadFiles } from './readings'
import type { ServeAgents } from './agent-endpoint'

/** What the app is built on; `compose.ts` chooses the adapters. */
export interface AppPorts {
  library: WorkspaceLibrary
  settings: SettingsStore
  recipes: Recipes
  /** What files are read as. Of equally sure ones the earlier wins. */
  importFormats: readonly ImportFormat[]
  files: LocalFiles
  /**
   * The same without any bound on which may be read: for files that a person agreed to by their
   * path.
   */
  ownFiles: Pick<LocalFiles, 'has' | 'read' | 'readOne'>
  /** What a person agreed to. */
  agreements: Agreements
  /** What makes the tokens of served workspaces new ones. */
  servingTokens: ServingTokens
  toolServers: ToolServers
  signIns: SignIns
  /** Documents at addresses that a person agreed to. */
  addresses: Addresses
  /** Programs of this machine. */
  programs: Programs
  /**
   * Asks the person, outside of what a page can do; where absent, whoever asks the app is trusted
   * with it.
   */
  confirm?: ((what: Confirmation, signal: AbortSignal) => Promise<boolean>) | undefined
  /** A variable of this program’s own environment. */
  variable: (name: string) => string | undefined
  /** How the files of an import are read. */
  readFiles: ReadFiles
  /** Where absent, an evaluation keeps to one thread. */
  startOtherThreads?: StartOtherThreads | undefined
  /** How agents are served over HTTP; where absent, they are not. */
  serveAgents?: ServeAgents | undefined
  embedders: EmbedderSource
  modelServer: ModelServer
  /** Where Ollama is asked now, and who said so. */
  ollamaAddress: () => Promise<OllamaAddress>
  tokenCounter: TokenCounter
  buildLexicalIndex: BuildLexicalIndex
  /** Where absent, no index of words is kept between processes. */
  unpackLexicalIndex?: UnpackLexicalIndex
  buildVectorIndex: BuildVectorIndex
  /** Left out: rows are compared one by one. */
  holdRows?: HoldRows
  /** The size of all vectors of a catalog beyond which they are searched on disk. */
  mostVectorBytesInMemory: number
  /** What language models answered, to be given again. */
  storedAnswers: StoredAnswers
  /** Where workspaces are published. */
  publishing: Publishing
  /** Requests of served agents. */
  requestLog: RequestLog
  /** The language models that settings may name; absent where none can be had at all. */
  languageModels?: LanguageModelSource
  clock: Clock
  about: {
    version: string
    dataFolder: string
    demoFolder: string
    node: string
    platform: string
    /** How this installation's terminal is started: a program and its first arguments. */
    program: readonly string[]
  }
}
