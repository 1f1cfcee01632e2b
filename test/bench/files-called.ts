import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What some work called of the product's source. */
export interface Called {
  /** Files of which a function was called. */
  files: string[]
  functions: number
}

/**
 * What work calls in this thread, by V8's counts and the source maps of the build. A file that is
 * only loaded, or of which only constants are read, does not count.
 */
export async function calledBy(work: () => Promise<unknown>): Promise<Called> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // Counts begin anew with each reading.
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const called = result.filter(({ url }) => url.startsWith('file:')).flatMap(calledSources)
  const own = called.filter((file) => file.startsWith('src-main/'))
  return { files: [...new Set(own)].toSorted(), functions: own.length }
}

/** The source file of each function of a script that was called, from the project's folder. */
function calledSources({ url, functions }: Profiler.ScriptCoverage): string[] {
  const path = fileURLToPath(url)
  const text = readFileSync(path, 'utf8')
  const map = readSourceMap(path)
  if (!map) return []
  const lines = lineStarts(text)
  return functions.flatMap(({ ranges: [whole] }) => {
    if (!whole || whole.count === 0) return []
    const { startOffset: at, endOffset } = whole
    // The script itself, which is run when it is loaded.
    if (at === 0 && endOffset >= text.trimEnd().length) return []
    const line = lines.findLastIndex((start) => start <= at)
    const found = map.findEntry(line, at - (lines[line] ?? 0))
    if (!('originalSource' in found)) return []
    return [relative(process.cwd(), resolve(dirname(path), found.originalSource))]
  })
}

function readSourceMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload)
  } catch {
    return undefined
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
