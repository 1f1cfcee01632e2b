import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { opener, runServer } from '../../../../src-main/hosts/browser/run-server'
import { serverArguments } from '../../../../src-main/hosts/browser/server-arguments'
import { fakeApp, workerOver } from '../../../fakes/app'
import { eventually } from '../../../fixtures/eventually'

describe('the arguments', () => {
  it('default to a free port and an opened browser', () => {
    expect(serverArguments([])).toEqual({ port: 0, open: true })
  })

  it.each([[['--port', '8123', '--no-open']], [['--no-open', '--port=8123']]])(
    'are read from %j',
    (args) => expect(serverArguments(args)).toEqual({ port: 8123, open: false }),
  )

  it('name an Ollama as people write its address', () => {
    expect(serverArguments(['--ollama', 'localhost:9999'])).toEqual({
      port: 0,
      open: true,
      ollama: 'http://localhost:9999',
    })
  })

  it.each([
    [['--port', 'http']],
    [['--port', '-1']],
    [['--port', '8e3']],
    [['--port']],
    [['--host', '0.0.0.0']],
    [['extra']],
    [['--ollama', 'ftp://models.example']],
  ])('refuse %j', (args) => expect(() => serverArguments(args)).toThrow())
})

describe('the program that opens a browser', () => {
  it('depends on the platform', () => {
    expect(opener('darwin', {})).toEqual(['open'])
    expect(opener('win32', {})?.[0]).toBe('rundll32')
    expect(opener('linux', { DISPLAY: ':0' })).toEqual(['xdg-open'])
    expect(opener('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open'])
  })

  it('is none where there is no display', () => {
    expect(opener('linux', {})).toBeUndefined()
  })
})

describe('serving', () => {
  let windowFolder: string
  const printed = { out: [] as string[], err: [] as string[] }
  const signals: Record<string, () => void> = {}

  beforeEach(async () => {
    windowFolder = await mkdtemp(join(tmpdir(), 'pegboard-serve-'))
    await writeFile(join(windowFolder, 'index.html'), '')
    printed.out = []
    printed.err = []
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => !!printed.out.push(String(text)))
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => !!printed.err.push(String(text)))
    vi.spyOn(process, 'once').mockImplementation((signal, stop: () => void) => {
      signals[String(signal)] = stop
      return process
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await rm(windowFolder, { recursive: true })
  })

  it.each(['SIGINT', 'SIGTERM'])('prints one line and ends cleanly on %s', async (signal) => {
    const app = fakeApp()
    const exit = runServer({ open: false, windowFolder, startWorker: () => workerOver(app) })
    const line = /^Pegboard is at http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/
    await eventually(() => expect(printed.out).toEqual([expect.stringMatching(line)]))
    signals[signal]?.()
    expect(await exit).toBe(0)
    expect(app.closed).toBe(true)
    expect(printed.err).toEqual([])
  })

  it('says what is wrong and what to do when it cannot serve', async () => {
    expect(await runServer({ open: false, windowFolder: join(windowFolder, 'missing') })).toBe(1)
    expect(printed.err).toEqual(['The window is not built. Build it: npm run build\n'])
    expect(printed.out).toEqual([])
  })
})
