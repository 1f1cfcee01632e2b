import { spawn } from 'node:child_process'

/** For a program that was told to end. */
const END_MS = 1_000

/** Those that this thread started and that were not ended yet. */
const running = new Set<number>()

const endAll = (): void => running.forEach((each) => signalTree(each, 'SIGKILL'))

/** Where this thread ends first, they end with it. */
export function noteStarted(pid: number): void {
  if (running.size === 0) process.once('exit', endAll)
  running.add(pid)
}

/** Ends a program that leads its own group, and all in that group. @param isOver resolves once the program itself has ended */
export async function endTree(pid: number, isOver: Promise<void>): Promise<void> {
  signalTree(pid, 'SIGTERM')
  await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, END_MS))])
  signalTree(pid, 'SIGKILL')
  running.delete(pid)
  if (running.size === 0) process.off('exit', endAll)
}

function signalTree(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // All of them have ended.
  }
}
