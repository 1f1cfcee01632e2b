import type { BrowserWindow } from 'electron'
import { MessageChannel } from 'node:worker_threads'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Confirmation } from '../../../../src-main/contract/confirmation'
import { askPerson } from '../../../../src-main/hosts/desktop/ask-person'
import type { AppWorker } from '../../../../src-main/hosts/worker/app-worker'
import { connectClient } from '../../../../src-main/hosts/worker/client'
import { confirmByHost } from '../../../../src-main/hosts/worker/confirm-by-host'
import type { WorkerOutput } from '../../../../src-main/hosts/worker/messages'
import * as electron from '../../../fakes/electron'
import { eventually } from '../../../fixtures/eventually'

vi.mock('electron', () => import('../../../fakes/electron'))

const { dialog } = electron
const WHAT: Confirmation = {
  message: 'Agree to what “notes” does?',
  lines: ['This means starting /bin/serve in /home/ada.', 'TOKEN of your environment is given.'],
}

beforeEach(() => {
  dialog.boxes.length = 0
  dialog.pressed = 0
})

/** The two ends between which the app asks and the host answers. */
function ends() {
  const { port1: inside, port2: outside } = new MessageChannel()
  onTestFinished(() => outside.close())
  const worker: AppWorker = {
    send: (message) => outside.postMessage(message),
    onMessage(listener) {
      outside.on('message', listener)
      return () => outside.off('message', listener)
    },
    close: async () => outside.close(),
  }
  askPerson(worker, () => new electron.BrowserWindow({}) as unknown as BrowserWindow)
  const confirm = confirmByHost(inside)
  const ask = (what: Partial<Confirmation> = {}, signal = new AbortController().signal) =>
    confirm({ ...WHAT, ...what }, signal)
  return { worker, outside, ask }
}

describe('a person', () => {
  it('is asked by a box of the system, which cancels unless “Agree” is pressed', async () => {
    const { ask } = ends()
    expect(await ask()).toBe(false)
    dialog.pressed = 1
    expect(await ask()).toBe(true)
    const [box] = dialog.boxes
    expect(box).toMatchObject({
      message: WHAT.message,
      detail: WHAT.lines.join('\n'),
      buttons: ['Cancel', 'Agree'],
      defaultId: 0,
      cancelId: 0,
    })
  })

  it('is shown one line for each, whatever it holds, and what goes out where there is no room for all', async () => {
    const { ask } = ends()
    const long = 'x'.repeat(10_000)
    await ask({
      message: 'a\nb',
      lines: ['one\ntwo\u202e', long, ...Array<string>(50).fill('more')],
    })
    const [{ message, detail = '' } = { message: '' }] = dialog.boxes
    const shown = detail.split('\n')
    expect(message).toBe('a\\nb')
    expect(shown[0]).toBe('one\\ntwo\\u202e')
    expect(shown[1]).toContain('… 9600 characters …')
    expect(shown).toHaveLength(32)
    expect(shown.at(-1)).toContain('This is not all of it')
  })

  it('is asked one thing after the other', async () => {
    dialog.pressed = undefined
    const { ask } = ends()
    const first = new AbortController()
    const answers = [ask({}, first.signal), ask({ message: 'Second?' })]
    await eventually(() => expect(dialog.boxes).toHaveLength(1))
    dialog.pressed = 1
    first.abort()
    expect(await Promise.all(answers)).toEqual([false, true])
    expect(dialog.boxes.map(({ message }) => message)).toEqual([WHAT.message, 'Second?'])
  })

  it('is asked no more once nobody waits for the answer', async () => {
    const { ask } = ends()
    expect(await ask({}, AbortSignal.abort())).toBe(false)
    expect(dialog.boxes).toEqual([])
    dialog.pressed = undefined
    const stop = new AbortController()
    const answer = ask({}, stop.signal)
    await eventually(() => expect(dialog.boxes).toHaveLength(1))
    stop.abort()
    expect(await answer).toBe(false)
    await eventually(() => expect(dialog.boxes[0]?.signal?.aborted).toBe(true))
  })

  it('is not asked without end by a page that asks without end', async () => {
    dialog.pressed = undefined
    const { ask } = ends()
    const stop = new AbortController()
    const answers = Array.from({ length: 60 }, () => ask({}, stop.signal))
    expect(await Promise.race(answers.slice(50))).toBe(false)
    stop.abort()
    expect(new Set(await Promise.all(answers))).toEqual(new Set([false]))
    await eventually(() => expect(dialog.boxes).toHaveLength(1))
  })

  it('agrees to nothing where no box can be shown', async () => {
    const { ask } = ends()
    const shown = vi.spyOn(dialog, 'showMessageBox').mockRejectedValue(new Error('no display'))
    expect(await ask()).toBe(false)
    shown.mockRestore()
  })
})

it('no page hears what a person is asked, or answers it', async () => {
  const { worker, outside, ask } = ends()
  dialog.pressed = undefined
  const heard: unknown[] = []
  const client = connectClient(worker, (event) => heard.push(event))
  const seen: WorkerOutput[] = []
  outside.on('message', (message: WorkerOutput) => seen.push(message))
  const stop = new AbortController()
  const answer = ask({}, stop.signal)
  await eventually(() => expect(seen.map(({ kind }) => kind)).toEqual(['confirm']))
  stop.abort()
  expect(await answer).toBe(false)
  client.leave()
  expect(heard).toEqual([])
})
