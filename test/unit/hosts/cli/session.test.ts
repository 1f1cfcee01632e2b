import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { App } from '../../../../src-main/app/app'
import { sessionOf } from '../../../../src-main/hosts/cli/session'
import type { Terminal } from '../../../../src-main/hosts/cli/terminal'
import { fakeApp } from '../../../fakes/app'

const TEXT = 'All documents are embedded again.'
const CLEAR_LINE = '\r\u001b[K'

/** An app that gives a notice between two reports of progress. */
function tellingApp(): App {
  const app = fakeApp()
  return {
    ...app,
    async dispatch(_route, _input, { emit }) {
      emit({ what: 'Embedding', done: 1, total: 2 })
      app.broadcast({ kind: 'notice', dir: '/w', text: TEXT })
      app.broadcast({ kind: 'changed', dir: '/w', revision: 2, commit: 'c2' })
      emit({ what: 'Embedding', done: 2, total: 2 })
      return { ok: true, data: { asked: true } }
    },
  }
}

function start(app: App, isTTY = false, signals = new EventEmitter()) {
  const written = { out: '', err: '' }
  const terminal: Terminal = {
    stdout: { write: (text) => (written.out += Buffer.from(text).toString()) },
    stderr: { write: (text) => (written.err += Buffer.from(text).toString()), isTTY },
    cwd: () => '/',
    on: (signal, listener) => signals.on(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
  }
  return { session: sessionOf(app, terminal), written }
}

it('a notice is a line of its own on stderr', async () => {
  const { session, written } = start(tellingApp())
  session.printJson(await session.request('app.about', {}))
  expect(written.err).toBe(`Embedding · 1 of 2\n${TEXT}\n`)
  expect(JSON.parse(written.out)).toEqual({ asked: true })
})

it('a notice takes the place of the progress bar, which goes on below', async () => {
  const { session, written } = start(tellingApp(), true)
  await session.request('app.about', {})
  expect(written.err.split(CLEAR_LINE)).toEqual([
    '',
    expect.stringMatching(/^█+░+ Embedding · 1 of 2$/),
    `${TEXT}\n`,
    expect.stringMatching(/^█+ Embedding · 2 of 2$/),
    '',
  ])
  expect(written.out).toBe('')
})

it('a notice is printed only while a request is running', async () => {
  const app = fakeApp()
  const { session, written } = start(app)
  await expect(session.request('app.about', {})).rejects.toThrow('There is no app.about.')
  app.broadcast({ kind: 'notice', dir: '/w', text: TEXT })
  expect(written.err).toBe('')
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('a request is stopped in order by %s', async (signal) => {
  const signals = new EventEmitter()
  const app = fakeApp()
  const { session } = start(
    {
      ...app,
      dispatch: (_, input, call) => app.dispatch('wait', input, call),
    },
    false,
    signals,
  )
  const asked = session.request('app.about', {})
  signals.emit(signal)
  await expect(asked).rejects.toThrow('Cancelled.')
  expect(signals.eventNames()).toEqual([])
})
