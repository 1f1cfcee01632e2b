import { app, crashReporter, dialog, shell } from 'electron'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { arch, platform, release } from 'node:os'
import { basename, join } from 'node:path'
import { product } from '../product/product'

/**
 * Reports that are kept: the oldest goes for a newer one. Of its dumps Chromium takes care itself.
 */
const MOST_REPORTS = 20
const REPORT = /^pegboard-[\dTZ-]+\.txt$/

/** Lines that say where in the code something was thrown. */
const MOST_FRAMES = 20

/**
 * Has dumps of processes that die kept on this machine, and writes down each death. Nothing is sent
 * anywhere.
 */
export function keepCrashReports(): void {
  crashReporter.start({ uploadToServer: false })
  app.on('render-process-gone', (_event, _contents, gone) => report('The window', gone))
  app.on('child-process-gone', (_event, gone) => report(gone.name ?? gone.type, gone))
}

function report(what: string, { reason, exitCode }: { reason: string; exitCode: number }): void {
  if (reason === 'clean-exit') return
  write([`${what} ended.`, `Reason: ${reason}`, `Exit code: ${exitCode}`])
}

/**
 * Writes down a fault that ends the program, and says where; empty where nothing could be written.
 */
export function reportFault(error: unknown): string {
  const file = write(['Pegboard ended.', ...faultLines(error)])
  return file === undefined ? '' : `What happened is written down in ${file}`
}

/**
 * The kind of an error and where it was thrown. Its message could hold what is in a catalog, or
 * where files of the user lie.
 */
function faultLines(error: unknown): string[] {
  if (!(error instanceof Error)) return ['Reason: unknown']
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  const frames = (error.stack ?? '').replace(error.message, '').matchAll(FRAME)
  const told = [...frames].map(([, where = '', place = '']) => `  at ${where}${basename(place)}`)
  return [`Reason: ${error.name}${code}`, ...told.slice(0, MOST_FRAMES)]
}

/** A line of a stack: a function, and the file with the line in it. */
const FRAME = /^ {4}at (?:([\w.$<># ]+ )\()?([^\n()]*:\d+:\d+)\)?$/gm

/** The file that was written. */
function write(lines: readonly string[]): string | undefined {
  try {
    const now = new Date().toISOString()
    const folder = app.getPath('crashDumps')
    const file = join(folder, `pegboard-${now.replace(/[:.]/g, '-')}.txt`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, [...lines, '', `Time: ${now}`, ...versions(), ''].join('\n'))
    const all = readdirSync(folder).filter((name) => REPORT.test(name))
    for (const oldest of all.toSorted().slice(0, -MOST_REPORTS)) rmSync(join(folder, oldest))
    return file
  } catch {
    // A report that cannot be written must not be one more fault.
    return undefined
  }
}

const versions = (): string[] => [
  `Pegboard: ${product().version}`,
  ...(['electron', 'chrome', 'node'] as const).map(
    (part) => `${part}: ${process.versions[part] ?? 'unknown'}`,
  ),
  `System: ${platform()} ${release()} ${arch()}`,
]

/** Opens the folder of reports and dumps, or says that there are none. */
export async function showCrashReports(): Promise<void> {
  const folder = app.getPath('crashDumps')
  if (hasReports(folder)) {
    const failed = await shell.openPath(folder)
    if (failed) await tell('The folder of the crash reports cannot be opened.', folder)
  } else {
    await tell('There are no crash reports.', `They would be kept in ${folder} and sent nowhere.`)
  }
}

async function tell(message: string, detail: string): Promise<void> {
  await dialog.showMessageBox({ type: 'info', message, detail })
}

function hasReports(folder: string): boolean {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.some((name) => name.endsWith('.dmp') || REPORT.test(name))
  } catch {
    return false
  }
}
