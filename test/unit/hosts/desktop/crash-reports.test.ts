import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  keepCrashReports,
  reportFault,
  showCrashReports,
} from '../../../../src-main/hosts/desktop/crash-reports'
import { app, crashReporter, dialog, opened, shell } from '../../../fakes/electron'

vi.mock('electron', () => import('../../../fakes/electron'))

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'pegboard-test-')), 'Crashpad')
  app.paths['crashDumps'] = folder
  app.removeAllListeners()
  dialog.shown.length = opened.length = 0
  keepCrashReports()
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(join(folder, '..'), { recursive: true })
})

const reports = (): string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))

it('sends nothing anywhere', () => {
  expect(crashReporter.started.at(-1)).toEqual({ uploadToServer: false })
})

it('writes down each process that died: when, why, and of what versions', () => {
  vi.useFakeTimers({ now: new Date('2026-05-04T03:02:01Z'), toFake: ['Date'] })
  app.emit('render-process-gone', {}, {}, { reason: 'crashed', exitCode: 5 })
  vi.setSystemTime(new Date('2026-05-04T03:02:02Z'))
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'oom', exitCode: 9 })
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'clean-exit', exitCode: 0 })
  const [window, gpu, ...others] = reports()
  expect(others).toEqual([])
  expect(window).toMatch(
    /^The window ended\.\nReason: crashed\nExit code: 5\n\nTime: 2026-05-04T03/,
  )
  expect(window).toMatch(/\nPegboard: \d+\.\d+\.\d+\nelectron: .+\nchrome: .+\nnode: .+\nSystem: /)
  expect(gpu).toMatch(/^GPU ended\.\nReason: oom\nExit code: 9\n/)
})

it('writes down a fault by its kind and its place, without what it says and without folders', () => {
  const secret = "ENOENT: open '/home/ann/salaries.json'\n    at /home/ann/salaries.json:1:1"
  const fault = Object.assign(new TypeError(secret), { code: 'ENOENT' })
  expect(reportFault(fault)).toMatch(/^What happened is written down in .*pegboard-.*\.txt$/)
  const [report = ''] = reports()
  expect(report).toMatch(/^Pegboard ended\.\nReason: TypeError \(ENOENT\)\n {2}at .*\.ts:\d+:\d+\n/)
  expect(report).not.toMatch(/salaries|ann|[\\/]/)
  expect(reportFault('out of luck')).not.toBe('')
})

it('keeps the last twenty, and lets the dumps be', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.dmp'), '')
  for (let at = 0; at < 25; at++) {
    vi.setSystemTime(at * 1000)
    app.emit('render-process-gone', {}, {}, { reason: 'crashed', exitCode: at })
  }
  const [dump, ...kept] = reports()
  expect(dump).toBe('')
  expect(kept).toHaveLength(20)
  expect(kept[0]).toContain('Exit code: 5\n')
})

it('says nothing of a report that could not be written', () => {
  app.paths['crashDumps'] = '\0'
  expect(reportFault(new Error('lost'))).toBe('')
})

it('opens their folder where there are any, dumps among them, and else says so', async () => {
  await showCrashReports()
  mkdirSync(join(folder, 'completed'), { recursive: true })
  writeFileSync(join(folder, 'settings.dat'), '')
  await showCrashReports()
  const none = expect.stringContaining('There are no crash reports.') as string
  expect(dialog.shown).toEqual([none, none])
  expect(opened).toEqual([])
  writeFileSync(join(folder, 'completed', 'a.dmp'), '')
  await showCrashReports()
  expect(opened).toEqual([folder])
  vi.spyOn(shell, 'openPath').mockResolvedValueOnce('no program opens folders')
  await showCrashReports()
  expect(dialog.shown.at(-1)).toMatch('The folder of the crash reports cannot be opened.')
})
