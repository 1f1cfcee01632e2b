import { resolve } from 'node:path'
import { settingsStore } from '../../src-main/adapters/files/settings-store'
import { Problem } from '../../src-main/domain/problem'
import { BUILTIN, SENTENCES } from '../../src-main/domain/model/names'
import type { AppPorts } from '../../src-main/app/ports'
import type { Embedder } from '../../src-main/ports/embedder'
import { portsOn } from '../fakes/app-on'
import { conceptEmbedder } from '../fakes/embedder'
import { emptyFolder, openAppOn } from './open-app'

/** Instant knows no mail: only Sentences finds the tool that sends one. */
const WORDS = [['weather', 'rain'], ['calendar']]
const SENSE = [...WORDS, ['mail', 'email', 'letter'], ['money', 'invoice']]

/**
 * The adapters of a data folder with both built-in embedders, as fakes.
 * @param isThere whether Sentences can be opened
 */
export function movingPorts(folder: string, isThere = true) {
  const instant = { ...conceptEmbedder(WORDS, 'words'), name: BUILTIN }
  const fake = conceptEmbedder(SENSE, 'sense')
  /** What happens before Sentences embeds a batch. */
  const before: { batch: (signal: AbortSignal) => Promise<unknown> } = {
    batch: async () => undefined,
  }
  const sentences: Embedder = {
    ...fake,
    name: SENTENCES,
    reads: 'sentences',
    async embedDocuments(texts, signal) {
      await before.batch(signal)
      return fake.embedDocuments(texts, signal)
    },
  }
  const missing = new Problem('unavailable', 'The file is damaged.', 'Install Pegboard again.')
  const ports: Partial<AppPorts> = {
    settings: settingsStore(folder),
    embedders: {
      async open(name) {
        if (name === SENTENCES && !isThere) throw missing
        return name === SENTENCES ? sentences : instant
      },
    },
    about: { ...portsOn(folder).about, demoFolder: resolve('resources/demo') },
  }
  return { ports, before, embedded: fake.embedded }
}

/** The product on these adapters, with new workspaces that move. */
export async function movingApp({
  folder,
  changed = {},
  isThere = true,
}: {
  folder?: string
  changed?: Partial<AppPorts>
  isThere?: boolean
} = {}) {
  const place = folder ?? (await emptyFolder())
  const { ports, before, embedded } = movingPorts(place, isThere)
  const app = await openAppOn(place, { ...ports, ...changed })
  const ask = (dir: string) =>
    app.request('query.run', { dir, recipe: 'dense', text: 'write a letter', k: 1 })
  return { ...app, folder: place, before, embedded, ask }
}

export const movesTo = { to: SENTENCES }
