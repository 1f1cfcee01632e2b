import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  workspaceLibrary,
  type LibraryOptions,
} from '../../../../src-main/adapters/lancedb/workspace-library'
import type { WorkspaceLibrary, WorkspaceStore } from '../../../../src-main/ports/workspace-store'
import { bundle, catalogTool, goldenSet, putting } from '../../../fixtures/workspace/content'

/** A new folder, gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A library with one workspace of two tools, twelve golden queries and a bundle, as of revision 1.
 */
export async function sampleWorkspace(
  options: LibraryOptions = {},
): Promise<{ folder: string; library: WorkspaceLibrary; store: WorkspaceStore }> {
  const folder = await temporaryFolder()
  const library = workspaceLibrary(folder, options)
  const store = await library.create('before')
  await store.commit({
    ...putting(catalogTool('send'), catalogTool('find')),
    goldenSets: { put: [goldenSet('main', 12)] },
    bundles: { put: [bundle('old')] },
  })
  return { folder, library, store }
}

/** What can be seen of a workspace from outside. */
export const stateOf = async (store: WorkspaceStore) => ({
  info: await store.info(),
  tools: (await store.tools()).map(({ tool }) => tool.id),
  layers: (await store.read('layers')).layers.map(({ tool }) => tool),
  queries: (await store.members('goldenSets', 'main')).length,
  bundles: (await store.read('bundles')).bundles.map(({ id }) => id),
})

/** Every file with its content. */
export const filesIn = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(dir, name)).isFile())
      .map((name) => [name, readFileSync(join(dir, name), 'base64')]),
  )
