import { expect, it } from 'vitest'
import type { Tool } from '../../../../src-main/domain/tool/tool'
import { pairTools } from '../../../../src-main/app/importing/recognise-tools'
import { catalogTool } from '../../../fakes/catalog-tool'

const same = (description: string, server?: string) => ({
  ...catalogTool('same', { description, ...(server !== undefined && { server }) }).tool,
  name: 'same',
})

// Looked at anew for each server, these would take minutes.
it('finds its like for each of many servers among many tools of one name', async () => {
  const current = Array.from({ length: 5_000 }, (_, at) => same(`Does ${at} of it.`))
  const imported = Array.from({ length: 1_500 }, (_, at) => same(`Does ${at} of it.`, `s${at}`))
  const pairs = await pairTools(current, imported, { sameName: 'auto', filesSayServers: true })
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

const options = { sameName: 'auto', filesSayServers: true } as const

it('looks at definitions in turns with other requests, and only where tools have namesakes', async () => {
  let looks = 0
  const imported = Array.from({ length: 1_200 }, (_, at) =>
    watched(same(`Does ${at} of it.`, 'mail'), () => (looks += 1)),
  )
  expect((await pairTools([], imported, options)).size).toBe(0)
  expect(looks).toBe(0)

  const looksByTurn: number[] = []
  let paired = false
  const pairing = pairTools([same('Does 7 of it.')], imported, options).then(() => (paired = true))
  while (!paired) {
    const before = looks
    await new Promise(setImmediate)
    looksByTurn.push(looks - before)
  }
  await pairing
  expect(looks).toBe(1_200)
  expect(Math.max(...looksByTurn)).toBeLessThanOrEqual(500)
})

it('looks no further once every tool of the import is found', async () => {
  let looks = 0
  const imported = Array.from({ length: 20 }, (_, at) => {
    const tool = same(`Does ${at} of it.`)
    return Object.defineProperty({ ...tool }, 'description', {
      enumerable: true,
      get: () => (looks++, tool.description),
    })
  })
  const pairs = await pairTools(imported, imported, options)
  expect(pairs.size).toBe(20)
  // Each definition once.
  expect(looks).toBe(20)
})
