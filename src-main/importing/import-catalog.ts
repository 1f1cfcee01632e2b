import type { CatalogImport } from '../domain/catalog/import'
import { alteredIn, brokenAmong } from './catalog/data-files'
import { joinReadings } from './catalog/join-readings'
import { knownFile } from './catalog/known-files'
import { leftOut, type ReadBy } from './catalog/left-out'
import { unsearchedParts } from './catalog/unsearched'
import { goldenBeside } from './golden/golden-beside'
import { distinctSets } from './golden/set-names'
import type { FormatReading, ImportFormat, ImportOptions } from './import-format'
import { once } from './reading/once'
import { isObject, parseJson } from './reading/parse-json'
import { placeOf, UnreadableFile } from './reading/place'
import type { SourceFile } from './reading/source-file'

export interface FormatCandidate {
  id: string
  title: string
  /** 0 … 1. */
  confidence: number
}

export interface CatalogImportOptions extends ImportOptions {
  /** A format's id; left out, every file is read by the likeliest one. */
  format?: string
}

/** The files of one import. What was read to tell their format serves to import them as well. */
interface CatalogFiles {
  /** The formats that the files may be, likeliest first. */
  candidates(): FormatCandidate[]
  /**
   * The tools, golden sets and bundles that the files hold, with an account of what was read and a
   * report of what was skipped or altered.
   * @throws UnreadableFile when a file as a whole cannot be read, or its format is not known.
   */
  read(options?: CatalogImportOptions): CatalogImport
}

/**
 * What `files` hold; nothing of them is read before it is needed.
 * @param known the formats that there are
 */
export function catalogIn(files: SourceFile[], known: readonly ImportFormat[]): CatalogFiles {
  /** What is known to hold no tools is no catalog, whatever it looks like. */
  const open = once(() => files.filter((file) => !knownFile(file)))
  const surest = once(() => candidatesFor(open(), known))
  return {
    candidates: () =>
      surest().map(({ format: { id, title }, confidence }) => ({ id, title, confidence })),
    read({ format: wanted, ...options } = {}) {
      if (files.length === 0) {
        const fix = 'Choose a folder that holds a catalog.'
        throw new UnreadableFile('folder', 'holds no files', fix)
      }
      if (wanted !== undefined) {
        const format = formatOf(wanted, files, known)
        const reading = format.recognise(files).read(options)
        return finished([{ format, reading }], { files, faults: [], options })
      }
      const { readings, faults } = readAll(open(), { known, first: surest(), options })
      if (readings.length === 0) {
        // What looked like it a little says best what is wrong.
        const [likeliest] = surest()
        const reading = faults.length === 0 && likeliest && attempt(() => likeliest.read(options))
        if (reading && !(reading instanceof UnreadableFile) && reading.tools.length > 0) {
          readings.push({ format: likeliest.format, reading })
        } else
          throw (
            faults[0] ?? (reading instanceof UnreadableFile ? reading : unknownFormat(files, known))
          )
      }
      return finished(readings, { files, faults, options })
    },
  }
}

function formatOf(id: string, files: SourceFile[], known: readonly ImportFormat[]): ImportFormat {
  const format = known.find((candidate) => candidate.id === id)
  if (format) return format
  const ids = known.map((candidate) => candidate.id).join(', ')
  throw new UnreadableFile(placeOf(files), `cannot be read as "${id}"`, `Use one of: ${ids}.`)
}

interface Candidate {
  format: ImportFormat
  confidence: number
  read(options: ImportOptions): FormatReading
}

/** The formats that the files may be, likeliest first; of equally sure ones those of a folder. */
const candidatesFor = (files: SourceFile[], known: readonly ImportFormat[]): Candidate[] =>
  known
    .map((format): Candidate => ({ format, ...format.recognise(files) }))
    .filter(({ confidence }) => confidence > 0)
    .sort(
      (one, other) =>
        other.confidence - one.confidence ||
        Number(one.format.fileByFile ?? false) - Number(other.format.fileByFile ?? false),
    )

interface AllRead {
  readings: ReadBy[]
  /** What kept files from being read by the format that they look like. */
  faults: UnreadableFile[]
}

/**
 * How sure a format must be of files that another one left: beside a catalog, what may be many
 * things is none.
 */
const SURE_BESIDE = 0.5

/** How sure a list must be among others: a table of anything may be one of tools. */
const LIKELY_LIST = 0.3

/**
 * Reads the files by the surest format, and those that it leaves by the surest for them, until no
 * format knows the rest.
 */
function readAll(
  files: SourceFile[],
  {
    known,
    first,
    options,
  }: { known: readonly ImportFormat[]; first: Candidate[]; options: ImportOptions },
): AllRead {
  const all: AllRead = { readings: [], faults: [] }
  const failed = new Set<ImportFormat>()
  const tried = new Set<string>()
  let rest = files
  let candidates = first
  while (rest.length > 0) {
    const isFirst = all.readings.length === 0
    const open = candidates.filter(
      ({ format, confidence }) => !failed.has(format) && (isFirst || confidence >= SURE_BESIDE),
    )
    const [best] = open
    if (!best) break
    if (best.format.fileByFile) {
      const each = readEach(rest, { known, options })
      all.readings.push(...each.readings)
      all.faults.push(...each.faults)
      for (const path of each.tried) tried.add(path)
    } else {
      const reading = attempt(() => best.read(options))
      if (reading instanceof UnreadableFile) {
        // What is surest and cannot be read is not taken for something else.
        const isOnly = open.every((each) => each === best || each.confidence < SURE_BESIDE)
        if (isFirst && isOnly) return { readings: [], faults: [reading] }
        all.faults.push(reading)
        failed.add(best.format)
      } else all.readings.push({ format: best.format, reading })
    }
    const used = new Set([...all.readings.flatMap(({ reading }) => reading.used), ...tried])
    const left = files.filter(({ path }) => !used.has(path))
    if (left.length === rest.length && !failed.has(best.format)) break
    rest = left
    candidates = candidatesFor(rest, known)
  }
  return all
}

/** Each file by the format that is surest of it, of those that read files by themselves. */
function readEach(
  files: SourceFile[],
  { known, options }: { known: readonly ImportFormat[]; options: ImportOptions },
): AllRead & { tried: string[] } {
  const lists = known.filter(({ fileByFile }) => fileByFile)
  const filesOf = new Map<ImportFormat, SourceFile[]>()
  for (const file of files) {
    const [best] = candidatesFor([file], lists)
    const isMapped = options.mapping !== undefined && best?.format.id === 'csv'
    const isLikely = files.length === 1 || isMapped || (best?.confidence ?? 0) >= LIKELY_LIST
    if (!best || !isLikely) continue
    const own = filesOf.get(best.format)
    if (own) own.push(file)
    else filesOf.set(best.format, [file])
  }
  const faults: UnreadableFile[] = []
  const readings = [...filesOf].flatMap(([format, own]): ReadBy[] =>
    readOwn(format, own, { options, faults }).map((reading) => ({ format, reading })),
  )
  return { readings, faults, tried: [...filesOf.values()].flat().map(({ path }) => path) }
}

/** All files of the format at once, or, where one of them cannot be read, one by one. */
function readOwn(
  format: ImportFormat,
  files: SourceFile[],
  { options, faults }: { options: ImportOptions; faults: UnreadableFile[] },
): FormatReading[] {
  const whole = attempt(() => format.recognise(files).read(options))
  if (!(whole instanceof UnreadableFile)) return [whole]
  if (files.length === 1) {
    faults.push(whole)
    return []
  }
  return files.flatMap((file) => readOwn(format, [file], { options, faults }))
}

function attempt<Value>(work: () => Value): Value | UnreadableFile {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnreadableFile) return error
    throw error
  }
}

interface Given {
  files: SourceFile[]
  faults: readonly UnreadableFile[]
  options: ImportOptions
}

/**
 * What holds for every format: golden sets have names of their own, what is not searched is told,
 * so is what could not be kept as the files have it or was left out, and it is known who named the
 * servers.
 */
function finished(
  readings: readonly ReadBy[],
  { files, faults, options: { server } }: Given,
): CatalogImport {
  const { goldenSets, ...joined } = joinReadings(readings.map(({ reading }) => reading))
  const read = new Set(readings.flatMap(({ reading }) => reading.used))
  const others = files.filter((file) => !read.has(file.path) && !knownFile(file))
  const beside = goldenBeside(others, joined.tools)
  for (const path of beside.used) read.add(path)
  const { sets, rows } = distinctSets([...goldenSets, ...beside.goldenSets])
  const { tools, bundles, layers, fieldWeights } = joined
  const { account, rows: left } = leftOut(readings, {
    files,
    faults,
    tools,
    beside: beside.used,
  })
  const altered = alteredIn(files.filter(({ path }) => read.has(path)))
  return {
    format: readings[0]?.format.id ?? '',
    tools,
    bundles,
    layers,
    fieldWeights,
    goldenSets: sets,
    account,
    report: [
      ...joined.report,
      ...beside.report,
      ...left,
      ...altered,
      ...rows,
      ...unsearchedParts(tools),
    ],
    ...(server !== undefined && { saysServers: false }),
  }
}

/**
 * The error for files that no format recognises. A file that is broken says so itself; else what
 * was seen, and what can be read.
 */
function unknownFormat(files: SourceFile[], formats: readonly ImportFormat[]): UnreadableFile {
  const [first, ...others] = files
  const only = others.length === 0 ? first : undefined
  const fault = (only && faultOf(only)) ?? brokenAmong(files.filter((file) => !knownFile(file)))
  if (fault) return fault
  for (const file of files) {
    const known = knownFile(file)
    if (known) return new UnreadableFile(file.path, `is ${known.what}`, known.fix)
  }
  const titles = formats.map(({ title }) => title).join(', ')
  return new UnreadableFile(
    placeOf(files),
    `holds no catalog of a known format${only ? seenIn(only) : ''}`,
    `Supported: ${titles}. For golden queries without tools, import them as a golden set.`,
  )
}

/** What keeps a lone file from being read as what its name or first character promises. */
function faultOf(file: SourceFile): UnreadableFile | undefined {
  const content = file.content()
  if (knownFile(file)) return undefined
  if (content.kind === 'broken') return content.error
  if (content.kind !== 'other') return undefined
  try {
    if (/^\s*($|[[{])/.test(file.text())) parseJson(file.path, file.text())
    return undefined
  } catch (error) {
    return error instanceof UnreadableFile ? error : undefined
  }
}

function seenIn(file: SourceFile): string {
  const content = file.content()
  if (content.kind === 'object') return ` (its keys: ${keysOf(content.value)})`
  if (content.kind !== 'rows') return ''
  const [row] = content.rows
  if (!row) return ' (its list is empty)'
  return isObject(row.value) ? ` (its entries have: ${keysOf(row.value)})` : ''
}

const keysOf = (value: object): string => Object.keys(value).slice(0, 12).join(', ') || 'none'
