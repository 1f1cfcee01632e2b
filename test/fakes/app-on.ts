import { join } from 'node:path'
import { agreements } from '../../src-main/adapters/files/agreements'
import { localFiles } from '../../src-main/adapters/files/local-files'
import { requestLog } from '../../src-main/adapters/files/request-log'
import { servingTokens } from '../../src-main/adapters/files/serving-tokens'
import { settingsStore } from '../../src-main/adapters/files/settings-store'
import { storedAnswers } from '../../src-main/adapters/files/stored-answers'
import { publishedDatabases } from '../../src-main/adapters/lancedb/published/publishing'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { holdRowsInMemory } from '../../src-main/adapters/memory/in-memory-rows/hold-rows'
import { httpAddresses } from '../../src-main/adapters/addresses'
import { signIns } from '../../src-main/adapters/mcp/sign-in/sign-ins'
import { mcpServers } from '../../src-main/adapters/mcp/tool-servers'
import { programs } from '../../src-main/adapters/programs/programs'
import type { App } from '../../src-main/app/app'
import { createApp } from '../../src-main/app/create-app'
import type { Places } from '../../src-main/app/context'
import type { AppPorts } from '../../src-main/app/ports'
import { readInPlace } from '../../src-main/app/readings'
import { actions } from '../../src-main/features/actions'
import { importFormats } from '../../src-main/features/import-formats'
import { places } from '../../src-main/features/places'
import { DEFAULT_OLLAMA_URL } from '../../src-main/domain/model/ollama-address'
import { recipes } from '../../src-main/features/recipes'
import type { WorkspaceLibrary, WorkspaceStore } from '../../src-main/ports/workspace-store'
import type { SettingsStore } from '../../src-main/ports/settings-store'
import { STAYING } from '../fixtures/staying'
import { fakeClock } from './clock'
import { conceptEmbedder } from './embedder'
import {
  buildMemoryLexicalIndex,
  buildMemoryVectorIndex,
  unpackMemoryLexicalIndex,
} from './indexes'

export const libraryIn = (folder: string): WorkspaceLibrary =>
  workspaceLibrary(join(folder, 'workspaces'))

/** Nothing is written for it: some tests leave no room. */
const staying = ({ read, write }: SettingsStore): SettingsStore => ({
  read: async () => ({ ...(await read()), ...STAYING }),
  write: async (changes) => ({ ...(await write(changes)), ...STAYING }),
})

function servers(): Pick<AppPorts, 'signIns' | 'toolServers'> {
  const signedIn = signIns('1.2.3')
  return { signIns: signedIn, toolServers: mcpServers({ version: '1.2.3', signIns: signedIn }) }
}

/**
 * The adapters of an app on a data folder that others may use as well; without an embedder worth
 * the name.
 */
export const portsOn = (folder: string): AppPorts => ({
  library: libraryIn(folder),
  recipes,
  importFormats,
  settings: staying(settingsStore(folder)),
  files: localFiles(),
  ownFiles: localFiles(),
  agreements: agreements(folder),
  servingTokens: servingTokens(folder),
  ...servers(),
  addresses: httpAddresses(),
  programs: programs(),
  variable: () => undefined,
  readFiles: readInPlace(importFormats),
  storedAnswers: storedAnswers(join(folder, 'model-answers')),
  publishing: publishedDatabases(),
  requestLog: requestLog(),
  embedders: { open: async () => conceptEmbedder([]) },
  modelServer: {
    list: async () => ({ version: undefined, models: [] }),
    pull: () => Promise.reject(new Error('There is no registry.')),
    remove: () => Promise.reject(new Error('There is no model.')),
  },
  ollamaAddress: async () => ({ address: DEFAULT_OLLAMA_URL, from: 'default' }),
  tokenCounter: { tokenizer: 'none', count: () => ({ tokens: 0, isEstimate: false }) },
  buildLexicalIndex: buildMemoryLexicalIndex,
  unpackLexicalIndex: unpackMemoryLexicalIndex,
  buildVectorIndex: buildMemoryVectorIndex,
  holdRows: holdRowsInMemory,
  mostVectorBytesInMemory: Infinity,
  clock: fakeClock(),
  about: {
    version: '1.2.3',
    dataFolder: folder,
    demoFolder: '',
    node: '',
    platform: '',
    program: ['node', 'pegboard.mjs'],
  },
})

/** @param added in place of what features put at places */
export const appOn = (
  folder: string,
  changed: Partial<AppPorts> = {},
  added: Partial<Places> = {},
): App =>
  createApp({ ...portsOn(folder), ...changed }, { actions, places: { ...places, ...added } })

/** A library whose stores, once opened, are changed in part. */
export const withStores = (
  library: WorkspaceLibrary,
  change: (store: WorkspaceStore) => Partial<WorkspaceStore>,
): WorkspaceLibrary => ({
  ...library,
  async open(dir) {
    const store = await library.open(dir)
    return { ...store, ...change(store) }
  },
})
