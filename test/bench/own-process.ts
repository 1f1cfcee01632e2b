import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/**
 * What a part of the bench prints that runs as a process of its own, so that its memory is its own.
 */
export function inProcess<Figures>(part: string, args: readonly string[]): Promise<Figures> {
  const child = spawn(process.execPath, [resolve('out', 'bench', `${part}.js`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) =>
      code === 0
        ? done(JSON.parse(printed) as Figures)
        : fail(new Error(`${part} ended with ${code}`)),
    )
  })
}
