import { describe, expect, it } from 'vitest'
import { idOf, storedTool, withLayer } from '../../../../src-main/domain/tool/stored-tool'
import { catalogTool } from '../../../fakes/catalog-tool'

const plain = catalogTool('mail/send', { description: 'Sends mail.' }, { note: 'Mine.' })

/** The plain tool as it is kept, and how often it was read. */
function kept() {
  const reads = { count: 0 }
  const read = () => {
    reads.count++
    return plain.tool
  }
  return { entry: storedTool({ id: plain.tool.id, read }, plain.layer), reads }
}

describe('a tool that is kept', () => {
  it('is not read for its id, nor to put another layer on it', () => {
    const { entry, reads } = kept()
    expect(idOf(entry)).toBe('mail/send')
    const edited = withLayer(entry, { note: 'Yours.' })
    expect(idOf(edited)).toBe('mail/send')
    expect(edited.layer).toEqual({ note: 'Yours.' })
    expect(reads.count).toBe(0)
    expect(edited.tool).toEqual(plain.tool)
    expect(entry.layer).toEqual({ note: 'Mine.' })
  })

  it('is read once, when it is first looked at', () => {
    const { entry, reads } = kept()
    expect([entry.tool.name, entry.tool.description]).toEqual(['send', 'Sends mail.'])
    expect(reads.count).toBe(1)
  })

  it('is like any other to those who spread, compare, send or write it', () => {
    for (const copy of [
      (entry: typeof plain) => entry,
      (entry: typeof plain) => ({ ...entry }),
      (entry: typeof plain) => structuredClone(entry),
      (entry: typeof plain) => JSON.parse(JSON.stringify(entry)) as typeof plain,
    ]) {
      expect(copy(kept().entry)).toEqual(plain)
    }
  })

  it('has an id that can be asked of any tool', () => {
    expect(idOf(plain)).toBe('mail/send')
    expect(withLayer(plain, {})).toEqual({ tool: plain.tool, layer: {} })
  })
})
