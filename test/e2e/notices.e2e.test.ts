import { join, resolve } from 'node:path'
import { it, onTestFinished } from 'vitest'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { splitIdentifier } from '../../src-main/pipeline/text/analyse'
import { openPegboard } from './browser'
import { askInPlayground, expectText } from './window'

/**
 * Leaves the demo's vectors as an earlier version of the built-in embedder would have left them,
 * and changes so many tools that what is in memory is of no use.
 */
async function embedEarlier(home: string): Promise<void> {
  const folder = resolve('resources/embedder')
  const embedder = await openStaticEmbedder({ folder, splitIdentifiers: splitIdentifier })
  const library = workspaceLibrary(join(home, 'workspaces'))
  const [demo] = await library.list()
  const store = await library.open(demo?.dir ?? '')
  await store.saveDocuments('earlier', [{ hash: 'h', text: 't', vector: Float32Array.of(1) }])
  await store.pruneDocuments(embedder.fingerprint, new Set())
  const noted = (await store.tools()).map(({ tool, layer }) => ({
    tool: tool.id,
    layer: { ...layer, note: 'Looked at.' },
  }))
  await store.commit({ layers: { put: noted } })
  await store.close()
}

it('a workspace of an earlier embedder says in the window that it is embedded again', async () => {
  const { page, home, close } = await openPegboard()
  onTestFinished(close)
  await page.getByText('tokens in every prompt').waitFor()
  await embedEarlier(home)
  await askInPlayground(page, 'book a room for Friday')
  await expectText(
    page.getByRole('contentinfo').getByRole('status'),
    /embedded by another embedder, or by an earlier version of Instant\. Its \d+ tool documents/,
  )
})
