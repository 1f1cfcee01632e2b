import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Project {
  path: string
  options: ts.CompilerOptions
  files: string[]
}

const slashed = (path: string) => path.split(sep).join('/')

/**
 * The projects that `check:types` builds: those that the configuration leads to and that hold
 * files.
 */
function projectsOf(path: string): Project[] {
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config: unknown }
  const vue = { extension: '.vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }
  const { fileNames, options, projectReferences } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(path),
    undefined,
    path,
    undefined,
    [vue],
  )
  const files = fileNames.map((file) => slashed(relative(root, file)))
  const own = files.length > 0 ? [{ path: slashed(relative(root, path)), options, files }] : []
  const referenced = (projectReferences ?? []).flatMap((reference) =>
    projectsOf(ts.resolveProjectReferencePath(reference)),
  )
  return [...own, ...referenced]
}

const projects = projectsOf(join(root, 'tsconfig.json'))

const parsed = new Map<string, ts.SourceFile | undefined>()

/**
 * What the compiler says of a text that stands in place of the folder's first file, in every
 * project that holds it.
 */
function errorsIn(folder: string, text: string): string[] {
  const file = projects.flatMap(({ files }) => files).find((path) => path.startsWith(folder))
  if (!file) throw new Error(`No project holds a file of ${folder}.`)
  const holding = projects.filter(({ files }) => files.includes(file))
  return holding.flatMap((project) => errorsWithin(project, join(root, file), text))
}

function errorsWithin({ options, files }: Project, file: string, text: string): string[] {
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (path, languageOptions) => {
    if (resolve(path) === file) return ts.createSourceFile(path, text, languageOptions, true)
    if (!parsed.has(path)) parsed.set(path, read(path, languageOptions))
    return parsed.get(path)
  }
  const globals = files.filter((path) => path.endsWith('.d.ts')).map((path) => join(root, path))
  const program = ts.createProgram([file, ...globals], options, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** Uses each global, and imports each module of Node. */
const using = (names: string[]) =>
  names
    .map((name, at) =>
      name.startsWith('node:')
        ? `import * as a${at} from '${name}'\nexport const b${at}: unknown = a${at}\n`
        : `export const a${at}: unknown = ${name}\n`,
    )
    .join('')

const pure = ['domain', 'contract', 'ports', 'importing', 'exporting', 'pipeline', 'evaluation']

const refused: [folder: string, names: string[]][] = [
  ...pure.map((layer): [string, string[]] => [
    `src-main/${layer}/`,
    ['document', 'fetch', 'setTimeout', 'process', 'Buffer', 'node:fs'],
  ]),
  ['src-main/domain/', ['setImmediate', 'node:crypto']],
  ['src-main/contract/', ['setImmediate', 'node:crypto']],
  ['src-main/app/', ['window', 'document']],
  ['src-main/adapters/', ['window', 'document']],
  ['src-main/hosts/cli/', ['window', 'document']],
  ['src-main/hosts/desktop/', ['window', 'document']],
  ['src-main/hosts/desktop/preload', ['Buffer', 'node:fs']],
  ['src-renderer/bridge/', ['Buffer', 'process', 'setImmediate', 'node:fs']],
  ['src-renderer/composables/', ['Buffer', 'process', 'setImmediate', 'node:fs']],
]

const accepted: [folder: string, names: string[]][] = [
  ['src-main/pipeline/', ['new AbortController().signal.aborted', 'AbortSignal.any([])']],
  ['src-main/importing/', ["new TextDecoder('utf-8', { fatal: true })"]],
  ['src-main/app/', ["Buffer.from('a', 'base64')", 'setTimeout']],
  ['src-main/adapters/', ['process', 'node:fs']],
  ['src-main/hosts/desktop/preload', ['window']],
  ['src-renderer/bridge/', ['document.body', 'fetch']],
  ['test/unit/', ['document', 'Buffer', 'node:fs']],
]

const compile = (...args: string[]): string => {
  const compiler = join(root, 'node_modules/vue-tsc/bin/vue-tsc.js')
  return execFileSync(process.execPath, [compiler, ...args], { cwd: root, encoding: 'utf8' })
}

/** Every file in the compilation of a project, packages included. */
const compiled = ({ path }: Project): string => compile('--project', path, '--listFilesOnly')

describe('the type check', { timeout: 60_000 }, () => {
  // The window is compiled with the declarations of what it knows of the app.
  beforeAll(() => void compile('--build', 'src-main'), 300_000)

  it.each(refused)('refuses in %s: %j', (folder, names) => {
    const errors = errorsIn(folder, using(names))
    for (const name of names) {
      expect(errors).toContainEqual(expect.stringContaining(`'${name}'`))
    }
  })

  it.each(accepted)('accepts in %s: %j', (folder, names) => {
    expect(errorsIn(folder, using(names))).toEqual([])
  })

  it.each(projects.filter(({ path }) => /pure|preload|src-renderer/.test(path)))(
    'lets no package bring Node’s types into $path',
    (project) => {
      const paths = compiled(project)
      expect(paths).toContain(project.files[0])
      expect(paths).not.toContain('/@types/node/')
    },
  )

  it('covers every file', () => {
    const covered = new Set(projects.flatMap(({ files }) => files))
    const code = globSync(['{src-main,src-renderer,test}/**/*.{ts,mjs,vue}', '*.ts'], { cwd: root })
    expect(code.map(slashed).filter((file) => !covered.has(file))).toEqual([])
  })
})
