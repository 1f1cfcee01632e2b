import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { App } from '../../app/app'
import type { ActionInput, ActionName, ActionAnswer } from '../../features/actions'
import { plainLines } from '../../domain/value/plain-text'
import { isAddress } from '../../domain/workspace/address'
import { Problem } from '../../domain/problem'
import { compose, defaultDataFolder } from '../../compose'
import { product } from '../product/product'
import { readInThread } from '../reader/read-in-thread'
import { otherThreads } from '../worker/other-threads'
import { progressLine, STOPS, type Terminal } from './terminal'

/** What commands work with: requests to the app by action, and a place to print. */
export interface CommandSession {
  terminal: Terminal
  /**
   * @throws Problem where the reply is an error. Shows progress and notices on stderr; Ctrl-C stops
   * the work.
   */
  request<Name extends ActionName>(
    action: Name,
    input: ActionInput<Name>,
  ): Promise<ActionAnswer<Name>>
  /**
   * Asks as a host does, for what is asked side by side and stopped by whoever asks; nothing is
   * printed.
   */
  dispatch: App['dispatch']
  /**
   * The folder that `--workspace` means: a folder, or the name of a listed workspace; or an address
   * as it is.
   */
  workspace(given: string): Promise<string>
  /**
   * The same folder as {@link workspace}, with the name of the workspace to create where there is
   * none yet.
   */
  workspaceOrNew(given: string): Promise<{ dir: string; create?: string }>
  /** A file or folder as it was given, from where the command runs. */
  path(given: string): string
  /** The same, or an address as it is. */
  place(given: string): string
  /** Prints lines that show as what they are, whatever names in them hold. */
  print(text: string): void
  printJson(value: unknown): void
  /** Has what the app notices said on stderr, until what it gives is called. */
  sayNotices(): () => void
  /** Says something beside the answer, on stderr. */
  remark(text: string): void
}

/** Composes the app, runs the work with it, and closes it. */
export type Run = (
  work: (session: CommandSession) => Promise<void>,
  options?: SessionOptions,
) => Promise<void>

/** What a command line may say of the app. */
export interface SessionOptions {
  /** Where Ollama is asked, whatever the settings and OLLAMA_HOST say. */
  ollama?: string | undefined
}

export async function withSession(
  terminal: Terminal,
  work: (session: CommandSession) => Promise<void>,
  { ollama }: SessionOptions = {},
): Promise<void> {
  const { version, resourcesFolder, readerFile, encoderFile, listingFile, program } = product()
  const options = {
    dataFolder: defaultDataFolder(),
    resourcesFolder,
    version,
    ollamaAddress: ollama,
  }
  const app = await compose({
    ...options,
    readFiles: readInThread(readerFile),
    encoderFile,
    listingFile,
    program,
    startOtherThreads: otherThreads(options),
  })
  try {
    await work(sessionOf(app, terminal))
  } finally {
    await app.close()
  }
}

export function sessionOf(app: App, terminal: Terminal): CommandSession {
  const request: CommandSession['request'] = async (action, input) => {
    const stopper = new AbortController()
    const stop = () => stopper.abort()
    const progress = progressLine(terminal)
    const stopListening = app.onBroadcast((event) => {
      if (event.kind === 'notice') progress.interrupt(event.text)
    })
    for (const signal of STOPS) terminal.on(signal, stop)
    try {
      const reply = await app.dispatch(action, input, {
        signal: stopper.signal,
        emit: (step) => progress.show(step),
      })
      if (reply.ok) return reply.data as ActionAnswer<typeof action>
      throw new Problem(reply.error.code, reply.error.message, reply.error.fix)
    } finally {
      stopListening()
      progress.end()
      for (const signal of STOPS) terminal.off(signal, stop)
    }
  }
  const workspace = async (given: string): Promise<string> => {
    if (isAddress(given)) return given
    const dir = resolve(terminal.cwd(), given)
    if (existsSync(dir)) return dir
    const named = (await request('workspace.list', {})).find(({ name }) => name === given)
    return named?.dir ?? dir
  }
  return {
    terminal,
    request,
    sayNotices: () =>
      app.onBroadcast((event) => {
        if (event.kind === 'notice') terminal.stderr.write(`${plainLines(event.text)}\n`)
      }),
    dispatch: (action, input, call) => app.dispatch(action, input, call),
    workspace,
    async workspaceOrNew(given) {
      const dir = await workspace(given)
      if (isAddress(dir)) return { dir }
      return existsSync(resolve(dir, 'workspace.json')) ? { dir } : { dir, create: nameOf(dir) }
    },
    path: (given) => resolve(terminal.cwd(), given),
    place: (given) => (isAddress(given) ? given : resolve(terminal.cwd(), given)),
    print: (text) => void terminal.stdout.write(`${plainLines(text)}\n`),
    printJson: (value) =>
      // Within JSON, what is written out as `\u202e` is the character itself.
      void terminal.stdout.write(`${plainLines(JSON.stringify(value, undefined, 2))}\n`),
    remark: (text) => void terminal.stderr.write(`${plainLines(text)}\n`),
  }
}

const nameOf = (dir: string): string => dir.split(/[\\/]/).filter(Boolean).at(-1) ?? 'Workspace'
