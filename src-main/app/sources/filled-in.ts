import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { ClientFile } from '../../contract/source'
import type { OwnFolder, WrittenServer } from '../../importing/client-configs/client'
import { FILES_OF_PROJECT, filesBelow } from '../../importing/client-configs/places'
import { filledIn, type LookUp } from './filled-in-text'

/** Folders below a person’s own in which programs keep what is for all projects. */
const OF_PROGRAMS = /^(\.|Library$|AppData$)/

/**
 * The folder that a configuration file is for: that of the project it lies in; of one for all, the
 * person’s own; of any other, that of the file.
 */
export function projectOf(file: string, home: string): string {
  const path = file.replaceAll(sep, '/')
  const known = FILES_OF_PROJECT.find((each) => path.endsWith(`/${each.file}`))
  if (known) return file.slice(0, -known.file.length - 1) || sep
  const [first = ''] = relative(home, file).split(sep)
  const isForAll = first !== '..' && !isAbsolute(first) && OF_PROGRAMS.test(first)
  return isForAll ? home : dirname(file)
}

/** A server of a configuration with everything filled in. */
export function filledServer(
  server: WrittenServer,
  lookUp: LookUp,
  onMissing: (name: string) => void,
): WrittenServer {
  const fill = (text: string): string => filledIn(text, lookUp, onMissing)
  const fillAll = (texts: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]))
  if (server.kind === 'http') {
    return { kind: 'http', url: fill(server.url), headers: fillAll(server.headers) }
  }
  const { command, args, cwd, env, envFile } = server
  return {
    kind: 'stdio',
    command: fill(command),
    args: args.map(fill),
    env: fillAll(env),
    cwd: cwd === undefined ? lookUp.project : resolve(lookUp.project, fill(cwd)),
    ...(envFile !== undefined && { envFile: resolve(lookUp.project, fill(envFile)) }),
  }
}

/**
 * Where clients keep their servers, on any system, whether a file is there or not.
 * @param project a folder whose own files come first
 */
export function clientFiles(
  home: string,
  variable: LookUp['variable'],
  project: string | undefined,
): ClientFile[] {
  const folders: Record<OwnFolder, string> = {
    home,
    config: variable('XDG_CONFIG_HOME') ?? join(home, '.config'),
    support: join(home, 'Library/Application Support'),
    roaming: variable('APPDATA') ?? join(home, 'AppData/Roaming'),
  }
  const own = (Object.keys(folders) as OwnFolder[]).flatMap((folder) =>
    below(folders[folder], filesBelow(folder)),
  )
  const all = [...(project === undefined ? [] : below(project, FILES_OF_PROJECT)), ...own]
  return [...new Map(all.map((each) => [each.file, each])).values()]
}

const below = (folder: string, files: readonly ClientFile[]): ClientFile[] =>
  files.map(({ client, file }) => ({ client, file: join(folder, file) }))
