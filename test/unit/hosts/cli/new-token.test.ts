import { beforeEach, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
beforeEach(() => importSmall())

it('makes the token of a workspace another one, which the lines of clients have then', async () => {
  const lines = async () =>
    (await pegboard('mcp', ...inSmall, '--for', 'cursor', '--port', '7417')).out
  const tokenIn = (text: string) => /Bearer ([\da-f]{64})/.exec(text)?.[1]
  const before = tokenIn(await lines())
  const { out, code } = await pegboard('mcp', ...inSmall, '--new-token')
  expect(code).toBe(0)
  expect(out.trim()).toMatch(/^Authorization: Bearer [\da-f]{64}$/)
  expect(before).toBeDefined()
  expect(tokenIn(out)).not.toBe(before)
  expect(tokenIn(await lines())).toBe(tokenIn(out))
})
