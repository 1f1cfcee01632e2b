import { beforeAll, expect, it, vi } from 'vitest'
import type { PreloadApi } from '../../../../src-main/contract/preload-api'
import { exposed, ipcRenderer } from '../../../fakes/electron'

vi.mock('electron', () => import('../../../fakes/electron'))

let api: PreloadApi
beforeAll(async () => {
  await import('../../../../src-main/hosts/desktop/preload')
  api = exposed['pegboard'] as PreloadApi
})

it('offers the page six functions and nothing else', () => {
  expect(Object.keys(exposed)).toEqual(['pegboard'])
  expect(Object.keys(api).sort()).toEqual(['cancel', 'offer', 'on', 'opened', 'request'])
  expect(Object.keys(api.opened ?? {}).sort()).toEqual(['handIn', 'hear'])
})

it('sends requests and cancels on their own channels, whatever they hold', async () => {
  const message = { kind: 'request', id: '1', action: 'app.about', input: {} } as const
  expect(await api.request(message)).toEqual({ ok: true, data: 'from the main process' })
  api.cancel('pegboard:other')
  api.offer?.([])
  api.opened?.hear()
  await api.opened?.handIn('pegboard:other')
  expect(ipcRenderer.calls).toEqual([
    ['invoke', 'pegboard:request', message],
    ['send', 'pegboard:cancel', 'pegboard:other'],
    ['send', 'pegboard:offer', []],
    ['send', 'pegboard:hear'],
    ['invoke', 'pegboard:hand-in', 'pegboard:other'],
  ])
})

it('passes events on without Electron’s own event, until stopped', () => {
  const received: unknown[][] = []
  const stop = api.on((...args) => received.push(args))
  const event = { kind: 'changed', dir: '/w', revision: 1, commit: 'c1' }
  ipcRenderer.emit('pegboard:event', { sender: ipcRenderer }, event)
  stop()
  ipcRenderer.emit('pegboard:event', { sender: ipcRenderer }, event)
  expect(received).toEqual([[event]])
})
