import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What stands before the fuses in Electron's program, as @electron/fuses looks for it. */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** The fuses in the order in which Electron has them, set as in its releases: 1 on, 0 off. */
const RELEASED = '101100111'

/**
 * A folder as Electron is unpacked into for Linux, with a program that does nothing but has fuses.
 */
export function electronProgram(folder: string, version: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  const fuses = Buffer.concat([Buffer.from([1, RELEASED.length]), Buffer.from(RELEASED)])
  const program = [Buffer.from('#!/bin/sh\nexit 0\n'), Buffer.from(FUSE_SENTINEL), fuses]
  writeFileSync(join(folder, 'electron'), Buffer.concat(program), { mode: 0o755 })
  writeFileSync(join(folder, 'version'), version)
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(join(folder, name), name)
}

/** Whether each fuse of a program is on, in Electron's order. */
export function fusesOf(program: Buffer): boolean[] {
  const at = program.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length
  const length = program[at + 1] ?? 0
  return [...program.subarray(at + 2, at + 2 + length).toString('latin1')].map((one) => one === '1')
}
