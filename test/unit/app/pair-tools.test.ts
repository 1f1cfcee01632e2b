import { expect, it } from 'vitest'
import type { Tool } from '../../../src-main/domain/tool'
import { pairTools, prepareToPair } from '../../../src-main/app/importing/pair-tools'
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

/** Counts how often its parameters are looked at. */
function watched(tool: Tool, onLook: () => void): Tool {
  const { parameters } = tool
  return Object.defineProperty({ ...tool }, 'parameters', {
    enumerable: true,
    get() {
      onLook()
      return parameters
    },
  })
}

it('looks at definitions in turns before, and only where tools have namesakes', async () => {
  let looks = 0
  const imported = Array.from({ length: 1_200 }, (_, at) =>
    watched(same(`Does ${at} of it.`, 'mail'), () => (looks += 1)),
  )
  const options = { sameName: 'auto', filesSayServers: true } as const
  await prepareToPair([], imported)
  expect(pairTools([], imported, options).size).toBe(0)
  expect(looks).toBe(0)

  const looksByTurn: number[] = []
  let prepared = false
  const preparing = prepareToPair([same('Does 7 of it.')], imported).then(() => (prepared = true))
  while (!prepared) {
    const before = looks
    await new Promise(setImmediate)
    looksByTurn.push(looks - before)
  }
  await preparing
  expect(looks).toBe(1_200)
  expect(Math.max(...looksByTurn)).toBeLessThanOrEqual(500)
  pairTools([same('Does 7 of it.')], imported, options)
  expect(looks).toBe(1_200)
})
