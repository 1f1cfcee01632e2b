import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { bundledPackages, licenceTexts } from './licences.mjs'

export const root = resolve(import.meta.dirname, '../..')

/**
 * What is installed: the build, the files that it reads, and how it is started. The rest of a
 * checkout makes these.
 */
const SHIPPED = [
  'LICENSE',
  'README.md',
  'out/main',
  'out/preload',
  'out/renderer',
  'resources/demo',
  'resources/docs',
  ...['table.json', 'table.bin', 'vocabulary.txt', 'NOTICE'].map(
    (name) => `resources/embedder/${name}`,
  ),
  ...['model.json', 'encoder.onnx', 'weights.bin', 'vocabulary.txt', 'LICENSE', 'NOTICE'].map(
    (name) => `resources/sentences/${name}`,
  ),
  'resources/inter/OFL.txt',
  'src-main/hosts/launch',
]

/** Tells the build's own list of packages from what it serves. */
const NOT_SHIPPED = /\/packages\.json$|\.map$/

/**
 * Puts the product into a folder of its own, as it is installed: `npm pack` and electron-builder
 * take it from there.
 *
 * @param {string} folder emptied first
 * @throws {Error} where there is no complete build
 */
export function stage(folder) {
  if (!existsSync(join(root, 'out/renderer/index.html'))) {
    throw new Error('There is no build to pack. Run: npm run build')
  }
  rmSync(folder, { recursive: true, force: true })
  for (const path of SHIPPED) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !NOT_SHIPPED.test(file.replaceAll('\\', '/')),
    })
  }
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licenceTexts(bundledPackages(root)))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * The package as it is installed: nothing but LanceDB's native module, which each system has its
 * own of.
 */
function manifest() {
  const { name, version, description, license, type, main, bin, engines, devDependencies } =
    readJson(join(root, 'package.json'))
  const { electron } = devDependencies
  const lancedb = readJson(join(root, 'node_modules/@lancedb/lancedb/package.json'))
  // The others are for its embedders, which are not in the build.
  const optionalDependencies = Object.fromEntries(
    Object.entries(lancedb.optionalDependencies).filter(([name]) =>
      name.startsWith('@lancedb/lancedb-'),
    ),
  )
  const home = homepage(process.env)
  return {
    name,
    version,
    description,
    license,
    type,
    main,
    bin,
    engines,
    author: 'The Pegboard contributors',
    keywords: ['llm', 'agents', 'tools', 'mcp', 'retrieval', 'evaluation'],
    ...(home && { homepage: home, repository: { type: 'git', url: `git+${home}.git` } }),
    optionalDependencies,
    // Where somebody installed it, the window is a desktop window.
    peerDependencies: { electron: `>=${electron.split('.')[0]}` },
    peerDependenciesMeta: { electron: { optional: true } },
  }
}

/**
 * Where the source is, for the package's page, for provenance, and for *Look for a newer version*:
 * named by whoever packs, or by the forge that does.
 *
 * @param {Record<string, string | undefined>} env
 * @returns {string | undefined}
 */
export function homepage(env) {
  const forge = env['GITHUB_SERVER_URL'] && env['GITHUB_REPOSITORY']
  return (
    env['PEGBOARD_HOMEPAGE'] ??
    (forge && `${env['GITHUB_SERVER_URL']}/${env['GITHUB_REPOSITORY']}`) ??
    undefined
  )
}

/**
 * The folder of LanceDB's native module that this system runs.
 *
 * @param {string} platform
 * @param {string} arch
 * @returns {string | undefined} nothing where LanceDB has none or it is not installed
 */
export function nativeModule(platform, arch) {
  const folder = join(root, 'node_modules/@lancedb')
  const name = readdirSync(folder).find(
    (entry) => entry.startsWith(`lancedb-${platform}-${arch}`) && !entry.endsWith('-musl'),
  )
  return name && join(folder, name)
}
