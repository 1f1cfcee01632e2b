import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { actions } from '../../../../src-main/features/actions'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { at, pegboard, importSmall } = terminalInFolder()

/** The answer of an action in the small workspace. */
async function run(name: string, input: object): Promise<unknown> {
  const { code, out, err } = await pegboard(
    ...['action', name, ...inSmall, '--input', JSON.stringify(input)],
  )
  expect(err).toBe('')
  expect(code).toBe(0)
  return JSON.parse(out)
}

describe('pegboard action', () => {
  it('lists all that can be asked, each with what it does', async () => {
    const { out } = await pegboard('action')
    for (const [name, { summary }] of Object.entries(actions)) {
      expect(summary, name).toMatch(/^\S.*[^.\s]$/)
      expect(out).toContain(`${name} `)
      expect(out).toContain(summary)
    }
    const listed = JSON.parse((await pegboard('action', '--json')).out) as object
    expect(Object.keys(listed)).toEqual(Object.keys(actions))
  })

  it('says of every action what it takes', async () => {
    for (const [name, { input }] of Object.entries(actions)) {
      const { out, code } = await pegboard('action', name, '--schema')
      expect(code, name).toBe(0)
      const schema = JSON.parse(out) as { title: string; properties: object }
      expect(schema).toMatchObject({ title: name, type: 'object', additionalProperties: false })
      expect(Object.keys(schema.properties)).toEqual(Object.keys(input.shape))
    }
  })

  describe('in a workspace', () => {
    beforeEach(importSmall)

    it('does what the window can, golden edits included', async () => {
      const [set] = (await run('golden.list', {})) as { name: string }[]
      const page = await run('golden.page', { set: set?.name })
      const [row] = (page as { rows: { id: string; query: { id: string } }[] }).rows
      const ids = [row?.query.id]
      expect(await run('golden.tag', { set: set?.name, ids, add: ['hard'] })).toMatchObject({
        changed: 1,
      })
      const after = (await run('golden.page', { set: set?.name, search: 'hard' })) as {
        total: number
      }
      expect(after.total).toBe(1)
    })

    it('takes and prints integers beyond 2^53 with all their digits', async () => {
      const parameters = '{"type":"object","const":1234567890123456789}'
      const input = `{"fields":{"name":"read","parameters":${parameters}}}`
      await pegboard('action', 'catalog.create', ...inSmall, '--input', input)
      const asked = ['action', 'catalog.tool', ...inSmall, '--input', '{"id":"read"}']
      expect((await pegboard(...asked)).out).toContain('"const": 1234567890123456789')
    })

    it('reads what it takes from a file', async () => {
      await writeFile(at('input.json'), '{"limit":1}')
      const { out } = await pegboard('action', 'catalog.list', ...inSmall, '--input', 'input.json')
      expect((JSON.parse(out) as { rows: unknown[] }).rows).toHaveLength(1)
    })
  })

  it.each([
    [['no.such'], 'There is no action “no.such”.'],
    [['__proto__'], 'There is no action “__proto__”.'],
    [['settings.read', '--input', '{"theme":"dark"}'], 'settings.read takes no field.'],
    [['golden.tag', '--input', '{'], 'What is given is no JSON'],
    [['golden.tag', '--input', '[1]'], 'cannot be read'],
    [['golden.tag', '--input', '{"dir":7}'], 'This cannot be done'],
  ])('refuses %j with what to do', async (given, message) => {
    const { code, out, err } = await pegboard('action', ...given)
    expect(out).toBe('')
    expect(err).toContain(message)
    expect(code).toBe(message === 'cannot be read' ? 1 : 2)
  })

  it('refuses a file that holds no object', async () => {
    await writeFile(at('list.json'), '[1]')
    const { code, err } = await pegboard('action', 'golden.tag', '--input', at('list.json'))
    expect(err).toContain('is no JSON object.\nGive what it takes, { … }, or the path of a file')
    expect(code).toBe(2)
  })
})
