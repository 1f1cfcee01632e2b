import { expect, it } from 'vitest'
import { pairTools } from '../../../src-main/app/importing/pair-tools'
import { catalogTool } from '../../fakes/catalog-tool'

const same = (description: string, server?: string) => ({
  ...catalogTool('same', { description, ...(server !== undefined && { server }) }).tool,
  name: 'same',
})

// Looked at anew for each server, these would take minutes.
it('finds its like for each of many servers among many tools of one name', () => {
  const current = Array.from({ length: 5_000 }, (_, at) => same(`Does ${at} of it.`))
  const imported = Array.from({ length: 1_500 }, (_, at) => same(`Does ${at} of it.`, `s${at}`))
  const pairs = pairTools(current, imported, { sameName: 'auto', filesSayServers: true })
  expect(pairs.size).toBe(1_500)
  for (const [tool, here] of pairs) expect(here.description).toBe(tool.description)
})
