import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Project {
  path: string
  options: ts.CompilerOptions
  files: string[]
}

const slashed = (path: string) => path.split(sep).join('/')

/** The projects that `check:types` builds: those that the configuration leads to and that hold files. */
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

/** What the compiler says of a text that stands in place of the folder's first file, in every project that holds it. */
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

interface Snippet {
  folder: string
  text: string
}

const of = (name: string) => `export const a: unknown = ${name}\n`
const from = (module: string) => `import * as a from '${module}'\nexport const b: unknown = a\n`

const refused: (Snippet & { name: string })[] = [
  ...['src-renderer/bridge/', 'src-renderer/composables/'].flatMap((folder) => [
    { folder, name: 'Buffer', text: of('Buffer') },
    { folder, name: 'process', text: of('process') },
    { folder, name: 'node:fs', text: from('node:fs') },
  ]),
  ...['domain', 'contract', 'ports', 'importing', 'exporting', 'pipeline', 'evaluation'].flatMap(
    (layer) => [
      { folder: `src-main/${layer}/`, name: 'document', text: of('document') },
      { folder: `src-main/${layer}/`, name: 'process', text: of('process') },
      { folder: `src-main/${layer}/`, name: 'Buffer', text: of('Buffer') },
      { folder: `src-main/${layer}/`, name: 'fetch', text: of('fetch') },
      { folder: `src-main/${layer}/`, name: 'setTimeout', text: of('setTimeout') },
      { folder: `src-main/${layer}/`, name: 'node:fs', text: from('node:fs') },
    ],
  ),
  ...['domain', 'contract'].flatMap((layer) => [
    { folder: `src-main/${layer}/`, name: 'setImmediate', text: of('setImmediate') },
    { folder: `src-main/${layer}/`, name: 'node:crypto', text: from('node:crypto') },
  ]),
  ...['app', 'adapters', 'hosts/cli', 'hosts/desktop'].flatMap((layer) => [
    { folder: `src-main/${layer}/`, name: 'window', text: of('window') },
    { folder: `src-main/${layer}/`, name: 'document', text: of('document') },
  ]),
  { folder: 'src-main/hosts/desktop/preload', name: 'Buffer', text: of('Buffer') },
  { folder: 'src-main/hosts/desktop/preload', name: 'node:fs', text: from('node:fs') },
]

const accepted: Snippet[] = [
  { folder: 'src-main/domain/', text: from('zod') },
  { folder: 'src-main/pipeline/', text: 'export const a = new AbortController().signal.aborted\n' },
  { folder: 'src-main/importing/', text: of("new TextDecoder('utf-8', { fatal: true })") },
  { folder: 'src-main/app/', text: of("Buffer.from('a', 'base64')") },
  { folder: 'src-main/adapters/', text: from('node:fs') },
  { folder: 'src-main/hosts/desktop/preload', text: from('electron') },
  { folder: 'src-renderer/bridge/', text: of('document.body') },
  { folder: 'test/unit/', text: of('[document, Buffer]') },
]

/** Every file in the compilation of a project, packages included. */
function compiled(project: Project): string {
  const compiler = join(root, 'node_modules/vue-tsc/bin/vue-tsc.js')
  const args = [compiler, '--project', project.path, '--listFilesOnly']
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
}

describe('the type check', { timeout: 60_000 }, () => {
  it.each(refused)('refuses $name in $folder', ({ folder, name, text }) => {
    expect(errorsIn(folder, text)).toContainEqual(expect.stringContaining(`'${name}'`))
  })

  it.each(accepted)('accepts in $folder: $text', ({ folder, text }) => {
    expect(errorsIn(folder, text)).toEqual([])
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
