import { writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startFakeOllama } from '../../../../test/fakes/ollama/ollama-server'
import { standardisingModel } from '../../../../test/fakes/standardising'
import { SMALL_CATALOG } from '../../../../test/app/small-catalog'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()
const standardise = (...more: string[]) => pegboard('standardise', ...more, ...inSmall)

/**
 * The small catalog over an Ollama whose chat model standardises, but refuses what `change` says.
 */
async function onOllama(change?: (tool: string) => string | undefined) {
  const server = await startFakeOllama([standardisingModel(change)])
  onTestFinished(() => server.close())
  vi.stubEnv('OLLAMA_HOST', server.url)
  await importSmall()
  await pegboard('models', 'use', 'small-chat', '--for', 'chat')
  return server
}

describe('pegboard standardise', () => {
  it('asks about what is not standardised, says what was refused, and goes on where it was', async () => {
    const server = await onOllama((tool) => (tool === 'send_email' ? 'Certainly!' : undefined))
    const first = await standardise('--tool', 'get_weather')
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toBe('1 tools asked about: 1 standardised, 0 refused.\n')
    const all = await standardise()
    expect(all.out).toContain('Refused: send_email: the model answered in prose')
    expect(all.out).toMatch(/^1 passed over: standardised as they are/m)
    const asked = server.chatted.length
    expect((await standardise()).out).toContain('0 tools asked about')
    expect(server.chatted).toHaveLength(asked)
    const listed = await standardise('list', '--state', 'refused')
    expect(listed.out).toMatch(/^send_email +refused +the model answered in prose, or not at all$/m)
    const states = JSON.parse((await standardise('list', '--json')).out) as object
    expect(states).toMatchObject({
      counts: { refused: 1, none: 0, written: SMALL_CATALOG.length - 1 },
    })
    expect((await standardise('forget')).out).toMatch(
      /^What models wrote of 5 tools is removed\.\nTo take it back: pegboard undo [0-9a-f]{8}\n$/,
    )
  })

  it('shows the fields beside the definition, and takes corrections from a file', async () => {
    await onOllama()
    await standardise('--tool', 'send_email')
    const { out } = await standardise('show', 'send_email')
    expect(out).toMatch(/^send_email: written by a model\.$/m)
    expect(out).toMatch(/^description \(written by a model\)\n- .+\n\+ In short: /m)
    await writeFile(at('own.json'), JSON.stringify({ description: 'Mails it.' }))
    expect((await standardise('correct', 'send_email', '--file', 'own.json')).out).toMatch(
      /^Corrected of “send_email”: description\./,
    )
    const shown = await standardise('show', 'send_email', '--json')
    expect(JSON.parse(shown.out)).toMatchObject({
      inForce: { description: 'Mails it.' },
      origins: { response: 'model' },
      isCorrectionOld: false,
    })
    await standardise('correct', 'send_email', '--remove')
    expect((await standardise('show', 'send_email')).out).not.toContain('Mails it.')
  })

  it('refuses corrections that are none, or that leave out a parameter', async () => {
    await importSmall()
    await writeFile(at('prose.txt'), 'It sends mail.')
    await writeFile(at('other.json'), '{"summary": "It sends mail."}')
    await writeFile(at('few.json'), '{"parameters": {}}')
    for (const file of ['none.json', 'prose.txt', 'other.json', 'few.json']) {
      const { code, err } = await standardise('correct', 'send_email', '--file', file)
      expect([file, code]).toEqual([file, 2])
      expect(err).toMatch(/There is no|cannot be|does not hold/)
    }
    expect((await standardise('correct', 'send_email')).code).toBe(2)
  })

  it('says that it takes a chat model', async () => {
    await importSmall()
    const { code, err } = await standardise()
    expect(code).toBe(1)
    expect(err).toContain('No chat model is chosen')
  })
})
