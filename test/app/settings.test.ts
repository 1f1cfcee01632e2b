import { describe, expect, it } from 'vitest'
import type { ActionInput, ActionAnswer } from '../../src-main/features/actions'
import { fakeBridge } from '../fakes/bridge'
import { openApp } from './open-app'

type Write = (change: ActionInput<'settings.write'>) => Promise<ActionAnswer<'settings.write'>>

const places: [string, () => Promise<Write>][] = [
  [
    'the app',
    async () => {
      const { request } = await openApp()
      await request('settings.write', { movesToSentences: true })
      return (change) => request('settings.write', change)
    },
  ],
  [
    'the bridge that tests of the window have',
    async () => {
      const { request } = fakeBridge()
      return async (change) => {
        const reply = await request('settings.write', change)
        if (!reply.ok) throw new Error(reply.error.message)
        return reply.data
      }
    },
  ],
]

describe.each(places)('settings written through %s', (_, open) => {
  it('change what is named and nothing else', async () => {
    const write = await open()
    await write({ theme: 'dark' })
    await write({ maximumK: 7 })
    await write({ ollamaUrl: 'localhost:11435' })
    await write({ embedder: 'ollama:bge-m3' })
    const all = {
      theme: 'dark',
      repeatPenalty: 1.1,
      maximumK: 7,
      movesToSentences: true,
      welcomed: false,
      ollamaUrl: 'http://localhost:11435',
      embedder: 'ollama:bge-m3',
      keepsRequests: true,
      keepsArguments: false,
      takesRequests: 'reviewed',
    }
    expect(await write({ theme: 'dark' })).toEqual(all)
    const { ollamaUrl: _address, ...others } = all
    expect(await write({ ollamaUrl: '' })).toEqual(others)
  })

  it('refuse what is no address', async () => {
    const write = await open()
    await expect(write({ ollamaUrl: 'not one' })).rejects.toThrow('“not one” is not an address')
  })
})
