import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lancedbToolIndexes } from '../../../../src-main/adapters/lancedb/lancedb-tool-index'
import type { ToolId } from '../../../../src-main/domain/tool'
import { temporaryFolder } from './temporary-workspaces'

const documents = [{ tool: 'a' as ToolId, terms: ['x'], vector: Float32Array.of(1, 0) }]

describe('the LanceDB tool index', () => {
  it('refuses BM25 parameters it cannot follow rather than ignoring them', async () => {
    const index = await lancedbToolIndexes()(documents)
    for (const parameters of [
      { k1: 0.9, b: 0.75 },
      { k1: 1.2, b: 0.4 },
    ]) {
      const searching = index.lexical({ terms: ['x'], depth: 1, ...parameters })
      await expect(searching).rejects.toMatchObject({
        code: 'bad-input',
        fix: expect.stringContaining('memory index') as string,
      })
    }
    await index.close()
  })

  it('leaves nothing behind when it is closed', async () => {
    const folder = await temporaryFolder()
    const index = await lancedbToolIndexes(folder)(documents)
    expect(readdirSync(folder)).toHaveLength(1)
    await index.close()
    expect(readdirSync(folder)).toEqual([])
  })

  it('matches terms of any length', async () => {
    const long = 'x'.repeat(5_000)
    const index = await lancedbToolIndexes()([{ tool: 'a' as ToolId, terms: [long, 'y'] }])
    const hits = await index.lexical({ terms: [long], k1: 1.2, b: 0.75, depth: 1 })
    expect(hits).toHaveLength(1)
    await index.close()
  })
})
