import { join } from 'node:path'
import { it, onTestFinished } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { openPegboard } from './browser'
import { askInPlayground, expectText, PATIENCE, toolRow } from './window'

it('a workspace of an earlier embedder says in the window that it is embedded again', async () => {
  const { page, home, close } = await openPegboard()
  onTestFinished(close)
  await toolRow(page, 'approve_deployment').waitFor(PATIENCE)
  const library = workspaceLibrary(join(home, 'workspaces'))
  const [demo] = await library.list()
  const store = await library.open(demo?.dir ?? '')
  await store.saveDocuments('earlier', [{ hash: 'h', text: 't', vector: Float32Array.of(1) }])
  await store.close()
  await askInPlayground(page, 'book a room for Friday')
  await expectText(
    page.getByRole('contentinfo').getByRole('status'),
    /embedded by another embedder, or by an earlier version of the built-in embedder\. Its \d+ tool documents/,
  )
})
