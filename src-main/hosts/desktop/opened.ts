import { app } from 'electron'
import { LRUCache } from 'lru-cache'
import { randomUUID } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Opened } from '../../contract/opened'
import type { Reply } from '../../contract/reply'
import { parseExact } from '../../domain/value/exact-json'
import { MOST_FILE_BYTES } from '../../domain/value/file-size'
import { plainText } from '../../domain/value/plain-text'
import type { AppWorker } from '../worker/app-worker'
import { connectClient } from '../worker/client'
import { failure } from '../worker/messages'
import { LINK_SCHEME, placeOf } from './links'

/** What the system opens with the program: files and links, from a start or while it runs. */
export interface Opening {
  /** Takes what the arguments of a start name, seen from the folder that it was started in. */
  start(args: readonly string[], folder: string): void
  /** Calls back whenever something was opened. */
  onOpened(listener: () => void): void
  /** Tells a window, first of what waits. Gives the way to stop, after which things wait again. */
  tell(listener: (opened: Opened) => void): () => void
  /** Hands a file in to the app, and gives its path there. */
  handIn(worker: AppWorker, ticket: string): Promise<Reply<string>>
}

/** How many wait at most for a window, and how many files can be handed in: those opened last. */
const MOST = 20

/** 4 MiB as base64, which is what `files.append` takes. */
const PIECE_BYTES = 3 << 20

/** Characters of a file's name that are told. */
const TOLD = 200

/**
 * Hears what the system opens. On macOS that comes as events, also before Electron is ready;
 * elsewhere as arguments.
 */
export function hearOpening(): Opening {
  const waiting: Opened[] = []
  const files = new LRUCache<string, string>({ max: MOST })
  let listener: ((opened: Opened) => void) | undefined
  let onOpened = (): void => undefined
  let before: Promise<void> = Promise.resolve()

  function take(opened: Opened): void {
    if (listener) listener(opened)
    else if (waiting.length < MOST) waiting.push(opened)
    onOpened()
  }

  /** One after the other, so that they are told in the order in which they were opened. */
  function inTurn(look: () => Promise<Opened>): void {
    before = before.then(look).then(take)
  }

  async function lookAt(path: string): Promise<Opened> {
    const fault = await faultOf(path)
    const name = plainText(basename(path)).slice(0, TOLD)
    if (fault) return { kind: 'refused', text: `“${name}” cannot be opened: ${fault}` }
    const ticket = randomUUID()
    files.set(ticket, path)
    app.addRecentDocument(path)
    return { kind: 'file', ticket, name }
  }

  function start(args: readonly string[], folder: string): void {
    for (const arg of args) {
      if (isLink(arg)) inTurn(async () => follow(arg))
      else if (!arg.startsWith('-') && isWorkspaceFile(arg))
        inTurn(() => lookAt(pathOf(arg, folder)))
    }
  }

  app.on('open-file', (event, path) => {
    event.preventDefault()
    inTurn(() => lookAt(path))
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    inTurn(async () => follow(link))
  })
  app.on('second-instance', (_event, argv, folder) => start(argv.slice(1), folder))

  return {
    start,
    onOpened: (given) => void (onOpened = given),
    tell(given) {
      listener = given
      for (const opened of waiting.splice(0)) given(opened)
      return () => {
        if (listener === given) listener = undefined
      }
    },
    async handIn(worker, ticket) {
      const path = files.get(ticket)
      if (path === undefined) return gone('Pegboard does not know this file any more.')
      return handInFile(worker, path).catch(() => gone(`${basename(path)} cannot be read.`))
    },
  }
}

const isLink = (arg: string): boolean => arg.toLowerCase().startsWith(`${LINK_SCHEME}:`)

const isWorkspaceFile = (path: string): boolean => /\.pegboard$/i.test(path)

const follow = (link: string): Opened => {
  const place = placeOf(link)
  return place
    ? { kind: 'link', place }
    : { kind: 'refused', text: 'The link leads to nothing that Pegboard opens.' }
}

/** Some desktops name a file by its address. */
function pathOf(arg: string, folder: string): string {
  try {
    return arg.startsWith('file:') ? fileURLToPath(arg) : resolve(folder, arg)
  } catch {
    return arg
  }
}

/** Why a file is none to be opened; undefined where it is. */
async function faultOf(path: string): Promise<string | undefined> {
  if (!isWorkspaceFile(path)) return 'its name does not end with .pegboard.'
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile()) return 'there is no such file.'
  return info.size > MOST_FILE_BYTES ? 'it is larger than any workspace file.' : undefined
}

const gone = (message: string): Reply<never> => failure('unreadable', message, 'Open it again.')

/**
 * Hands a file in as a window does with one that was chosen there, so that the app goes on reading
 * nothing but what was handed in. By a name of its own: the file's may be anything.
 */
async function handInFile(worker: AppWorker, path: string): Promise<Reply<string>> {
  const client = connectClient(worker, () => undefined)
  const ask = async (action: string, input: object) =>
    parseExact(await client.request({ kind: 'request', id: randomUUID(), action, input })) as Reply<
      Record<string, string>
    >
  const file = await open(path)
  try {
    const begun = await ask('files.begin', {})
    if (!begun.ok) return begun
    const append = (bytes: string) =>
      ask('files.append', { ...begun.data, path: 'opened.pegboard', bytes })
    // An empty file is one empty piece.
    let reply = await append('')
    for await (const piece of file.createReadStream({ highWaterMark: PIECE_BYTES })) {
      if (reply.ok) reply = await append((piece as Buffer).toString('base64'))
      else break
    }
    return reply.ok ? { ok: true, data: reply.data['path'] ?? '' } : reply
  } finally {
    client.leave()
    await file.close()
  }
}
