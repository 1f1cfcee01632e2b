import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppUnderTest } from './open-app'

const VERBS = ['send', 'read', 'book']
const THINGS = ['mail', 'room', 'ticket', 'parcel', 'report', 'invoice', 'photo', 'recipe']
const PAIRS = VERBS.flatMap((verb) => THINGS.map((thing) => ({ verb, thing })))

type Pair = (typeof PAIRS)[number]

const documentOf = (name: string, { verb, thing }: Pair) => ({
  id: name,
  documentation: { name, description: `To ${verb} a ${thing}.`, parameters: [] },
  augmented: {
    description: `This tool will ${verb} the ${thing}.`,
    parameters: { [thing]: { type: 'string', description: `which ${thing}`, required: true } },
    response: `The ${thing}, after it was ${verb}.`,
    examples: [{ user_intent: `I want to ${verb} a ${thing}` }],
  },
})

/** Queries, each with its rewriting; of a hundred, some ask for the same with other words. */
export const queriesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const { verb, thing } = PAIRS[at % PAIRS.length] as Pair
    return {
      id: `q${at}`,
      query: `Please ${verb} my ${thing}, number ${at}`,
      labels: [{ id: `${verb}_${thing}`, relevance: 1 }],
      rewritten_query: {
        tool_needs: [
          {
            user_intent: `I want to ${verb} a ${thing}`,
            tool_description: `A tool to ${verb} the ${thing}`,
            expected_response: `The ${thing}`,
          },
        ],
        extracted_arguments: { [thing]: `which ${thing}, a string` },
      },
    }
  })

/**
 * Queries in three folds, of which each part of the rewriting is like another tool. Which part
 * tells the right one is the fold's: what is learned from the others is wrong for it.
 */
export const contraryFolds = (): Record<string, object> => {
  const files: Record<string, object[]> = {}
  for (let at = 0; at < 60; at++) {
    const [asked, described, given] = [0, 8, 16].map(
      (step) => PAIRS[(at + step + (step % 7)) % PAIRS.length] as Pair,
    ) as [Pair, Pair, Pair]
    const right = [asked, described, given][at % 3] as Pair
    ;(files[`fold_${at % 3}_test_queries.json`] ??= []).push({
      id: `q${at}`,
      query: `Request number ${at}`,
      labels: [{ id: `${right.verb}_${right.thing}`, relevance: 1 }],
      rewritten_query: {
        tool_needs: [
          {
            user_intent: `I want to ${asked.verb} a ${asked.thing}`,
            tool_description: `This tool will ${described.verb} the ${described.thing}.`,
            expected_response: `The ${given.thing}, after it was ${given.verb}.`,
          },
        ],
        extracted_arguments: {},
      },
    })
  }
  return { ...files, 'queries.json': Object.values(files).flat() }
}

/**
 * The files of a folder of MFTR’s format: tools with their four fields, and queries that are
 * rewritten.
 */
export const fieldFiles = (count: number): Record<string, object> => {
  const tools = PAIRS.map((pair) => documentOf(`${pair.verb}_${pair.thing}`, pair))
  return { 'tools.json': tools, 'augmented.json': tools, 'queries.json': queriesOf(count) }
}

let folders = 0

/**
 * Imports a folder of such tools, with a golden set `queries` of so many queries.
 * @param files others of the folder
 */
export async function importFields(
  app: AppUnderTest,
  dir: string,
  { count, files = {} }: { count: number; files?: Record<string, object> },
) {
  const folder = `set-${folders++}`
  const path = join(app.folder, folder)
  await mkdir(path, { recursive: true })
  for (const [name, content] of Object.entries({ ...fieldFiles(count), ...files })) {
    await app.file(`${folder}/${name}`, content)
  }
  return app.request('import.commit', { dir, path })
}

/** A new workspace of such tools. */
export async function fieldsWorkspace(
  app: AppUnderTest,
  count: number,
  files: Record<string, object> = {},
) {
  const { dir } = await app.request('workspace.create', { name: 'Fields' })
  await importFields(app, dir, { count, files })
  return dir
}
