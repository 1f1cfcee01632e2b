import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../../domain/problem'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { newerVersion, orDamaged } from '../tables/marker'
import { Head, newCommit } from '../records/head'
import { partsOfKinds } from '../records/stored-part'
import { sealOf } from '../tables/sealed-json'

/** The manifests of earlier commits, one a line. */
export const HISTORY_FILE = 'commits.jsonl'

const TableState = z.looseObject({
  version: z.number().int(),
  rows: z.number().int(),
  commit: z.string().optional(),
  sum: z.string().optional(),
})

const Summaries = z.record(z.string(), z.array(z.unknown()))

/** What a workspace of layout 2 said of itself in its file. */
const Manifest = Head.omit({ parts: true }).extend({
  /** By name: a table for the records of each kind, and one for the members of each. */
  tables: z.record(z.string(), TableState),
  /** What is listed of kinds without a table of their own. */
  summaries: Summaries,
})
export type EarlierManifest = z.infer<typeof Manifest> & {
  /** Of layout 1, whose tools have their author's layer beside them. */
  hasLayersBeside: boolean
}

/** Layout 1 had no identity, no names of commits, and summaries of golden sets alone. */
const FirstManifest = z.looseObject({
  schemaVersion: z.literal(1),
  tables: z.record(z.string(), TableState),
  goldenSets: z.array(z.unknown()),
})

/**
 * A manifest of layout 1 or 2.
 * @throws Problem `unreadable`; `newer-version` where it names what this program does not know.
 */
export function earlierManifest(
  stored: object,
  dir: string,
  kinds: AnyRecordKinds,
): EarlierManifest {
  const manifest = orDamaged(dir, () => parsed(stored))
  const known = new Set(partsOfKinds(kinds).map(({ name }) => name))
  const names = [...Object.keys(manifest.tables), ...Object.keys(manifest.summaries)]
  if (names.some((name) => !known.has(name))) throw newerVersion(`The workspace in ${dir}`)
  return manifest
}

function parsed(stored: object): EarlierManifest {
  if (!('schemaVersion' in stored) || stored.schemaVersion !== 1)
    return { ...Manifest.parse(stored), hasLayersBeside: false }
  const { goldenSets, ...first } = FirstManifest.parse(stored)
  const named = { ...first, id: randomUUID(), commit: newCommit(), summaries: { goldenSets } }
  return { ...Manifest.parse(named), hasLayersBeside: true }
}

/** What it says of itself, without its parts. */
export function headOfEarlier(manifest: EarlierManifest): Head {
  const { tables: _t, summaries: _s, hasLayersBeside: _h, ...head } = manifest
  return { ...head, parts: {} }
}

/** The manifests of earlier commits of a workspace, the newest first. */
export async function manifestsBefore(
  { id }: EarlierManifest,
  dir: string,
  kinds: AnyRecordKinds,
): Promise<EarlierManifest[]> {
  const text = await readFile(join(dir, HISTORY_FILE), 'utf8').catch(() => '')
  return text
    .split('\n')
    .reverse()
    .flatMap((line) => {
      try {
        if (line === '' || sealOf(line) === 'broken') return []
        const manifest = earlierManifest(JSON.parse(line) as object, dir, kinds)
        return manifest.id === id ? [manifest] : []
      } catch (error) {
        if (error instanceof Problem || error instanceof SyntaxError) return []
        throw error
      }
    })
}
