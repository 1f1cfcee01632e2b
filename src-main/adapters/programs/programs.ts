import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Problem } from '../../domain/problem'
import type { CodeFile, Programs, Run } from '../../ports/programs'
import { readRegularFile, withRegularFile } from '../files/regular-file'
import { findProgram } from './find-program'
import {
  codeWords,
  isInterpreter,
  isStarter,
  positionalWords,
  shebangWords,
  startedWords,
} from './code-words'

/** Files that one command runs: no command of a server has nearly as many. */
const MOST_FILES = 50
/** Words among arguments that are looked up. */
const MOST_WORDS = 500
/** Bytes of a file that is read whole; of a longer one its size and time stand for its content. */
const MOST_BYTES = 512 << 20
/** A script may be run by a script, but systems follow no more of them. */
const DEEPEST = 5
/** Of the line that names an interpreter. */
const HEAD_BYTES = 512
const MOST_KEPT = 1_000

/** The programs of this machine. */
export function programs(): Programs {
  const digests = new LRUCache<string, { stamp: string; digest: string }>({ max: MOST_KEPT })

  async function fileOf(
    path: string,
    as: CodeFile['as'],
    known: readonly CodeFile[],
  ): Promise<CodeFile> {
    const stamp = await stampOf(path)
    const before = known.find((each) => each.path === path) ?? digests.get(path)
    const digest = before?.stamp === stamp ? before.digest : await digestOf(path)
    digests.set(path, { stamp, digest })
    return { path, as, digest, stamp }
  }

  return {
    find: findProgram,
    async code(run, known = []) {
      const found = new Map<string, CodeFile['as']>()
      await collect(run, found)
      if (found.size > MOST_FILES) {
        throw new Problem(
          'bad-input',
          `The command names more than ${MOST_FILES} files of code.`,
          'Start it by a script that names them.',
        )
      }
      const files: CodeFile[] = []
      for (const [path, as] of found) files.push(await fileOf(path, as, known))
      return files
    },
  }
}

type Found = Map<string, CodeFile['as']>

async function collect(run: Run, found: Found): Promise<void> {
  await collectProgram(run, { found, as: 'program', depth: 0 })
  const words = codeWords(run.args)
  if (words.length > MOST_WORDS) {
    throw new Problem(
      'bad-input',
      `The command has more than ${MOST_WORDS} words that look like files of code.`,
      'Start it by a script that names them.',
    )
  }
  for (const word of words) note(found, await scriptAt(run.cwd, word), 'script')
}

interface Collecting {
  found: Found
  as: CodeFile['as']
  depth: number
}

/** A program with what runs it, and what it is told to run or start. */
async function collectProgram(run: Run, { found, as, depth }: Collecting): Promise<void> {
  note(found, run.file, as)
  if (depth >= DEEPEST) return
  const script = shebangWords(await headOf(run.file))
  if (script) {
    const [command = '', ...args] = script
    await collectNamed(run, [command, ...args], { found, as: 'interpreter', depth: depth + 1 })
    for (const word of codeWords(args)) note(found, await scriptAt(run.cwd, word), 'script')
  }
  const names = [run.program, run.file]
  if (names.some(isStarter)) {
    // What a starter is there for counts as what it starts.
    await collectNamed(run, startedWords(run.args), { found, as, depth: depth + 1 })
  } else if (names.some(isInterpreter)) {
    for (const word of positionalWords(run.args)) {
      const path = await runnableAt(run.cwd, word)
      if (path === undefined) continue
      note(found, path, 'script')
      return
    }
  }
}

async function collectNamed(
  { cwd, path }: Run,
  [command, ...args]: readonly string[],
  collecting: Collecting,
): Promise<void> {
  if (command === undefined) return
  const named = await findProgram(command, cwd, path)
  if (named) await collectProgram({ ...named, args, cwd, path }, collecting)
}

function note(found: Found, path: string | undefined, as: CodeFile['as']): void {
  if (path !== undefined && !found.has(path)) found.set(path, as)
}

const ENDINGS = ['', '.js', '.mjs', '.cjs']
const STARTS = ['__main__.py', 'index.js', 'index.mjs', 'index.cjs', 'index.ts']

/**
 * The file that an interpreter runs where it is told a word: that file, one with an ending, or
 * where a folder begins.
 */
async function runnableAt(cwd: string, word: string): Promise<string | undefined> {
  for (const ending of ENDINGS) {
    const path = await scriptAt(cwd, `${word}${ending}`)
    if (path !== undefined) return path
  }
  for (const start of [await mainOf(join(cwd, word)), ...STARTS]) {
    const path = start === undefined ? undefined : await scriptAt(cwd, join(word, start))
    if (path !== undefined) return path
  }
  return undefined
}

async function mainOf(folder: string): Promise<string | undefined> {
  try {
    const bytes = await readRegularFile(join(folder, 'package.json'), 1 << 20)
    const { main } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { main?: unknown }
    return typeof main === 'string' ? main : undefined
  } catch {
    return undefined
  }
}

/** The file that a word names, links followed; nothing where it names none. */
async function scriptAt(cwd: string, word: string): Promise<string | undefined> {
  if (word === '' || word.length > 4_096 || word.includes('\0')) return undefined
  try {
    const path = await realpath(resolve(cwd, word))
    return (await stat(path)).isFile() ? path : undefined
  } catch {
    return undefined
  }
}

/** The first bytes; none of what may not be read, which can be started all the same. */
const headOf = (path: string): Promise<Uint8Array> =>
  withRegularFile(path, async (file) => {
    const head = Buffer.alloc(HEAD_BYTES)
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0)
    return head.subarray(0, bytesRead)
  }).catch(() => Buffer.alloc(0))

async function stampOf(path: string): Promise<string> {
  const { dev, ino, size, ctimeNs, mtimeNs } = await stat(path, { bigint: true })
  return `${dev} ${ino} ${size} ${ctimeNs} ${mtimeNs}`
}

/** Of what may not be read, or is too long to be, its size and time. */
const digestOf = (path: string): Promise<string> =>
  withRegularFile(path, async (file) => {
    const { size } = await file.stat()
    if (size > MOST_BYTES) throw new Error('too long')
    const hash = createHash('sha256')
    for await (const piece of file.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
      hash.update(piece as Buffer)
    }
    return hash.digest('hex')
  }).catch(async () => {
    const { size, mtimeNs } = await stat(path, { bigint: true })
    return `${size} bytes as of ${mtimeNs}`
  })
