import { z } from 'zod'
import type { ActionAnswer, ActionInput } from '../actions'
import { columnsCsv } from '../../contract/columns/column'
import { FIELD_COLUMNS, FIELD_ORIGINS, FIELD_STATES, fieldCounts } from './shared/columns'
import type { FieldsOfTool } from './shared/answers'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { ToolId } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'
import { asks, command, itsChange, type CommandGroup } from '../../hosts/cli/command'
import { listLines, plainText } from '../../hosts/cli/print-table'
import type { CommandSession } from '../../hosts/cli/session'
import { textOfFile } from '../../hosts/cli/text-of-file'

const standardise: CommandGroup = {
  summary: 'describe tools in four fields with the chat model, for the recipe mftr',
  byDefault: 'run',
  commands: {
    run: asks('fields.standardise', {
      tools: 'ids',
      asksModels: true,
      print: doneLines,
      failure: ({ left }) =>
        left === 0
          ? undefined
          : new Problem(
              'unavailable',
              `${left} tools are left.`,
              'What was answered is kept. Run it again to go on.',
            ),
    }),
    list: asks('fields.list', {
      names: { states: 'state' },
      without: ['ids', 'offset'],
      defaults: { limit: 20 },
      csv: ({ rows }) => columnsCsv(FIELD_COLUMNS, rows),
      print: fieldLines,
    }),
    show: asks('fields.tool', {
      args: ['id'],
      names: { id: 'tool' },
      print: (fields, { id }) => toolLines(fields, id),
    }),
    correct: command({
      summary: 'correct fields of a tool: what you write goes before what a model wrote',
      args: ['id'],
      names: { id: 'tool' },
      input: {
        dir: Dir,
        id: ToolId.describe('the tool'),
        file: z
          .string()
          .optional()
          .describe(
            'a JSON object of description, parameters, response, examples, or some of these; begin with inForce of show --json',
          ),
        remove: z.boolean().optional().describe('undo all corrections of the tool'),
      },
      run: correct,
      json: ({ saved }) => saved,
      undo: ({ saved }) => saved.change,
      print: ({ written }, { id, remove }) =>
        remove
          ? `“${plainText(id)}” has no corrected fields.`
          : `Corrected of “${plainText(id)}”: ${written.join(', ') || 'nothing'}.`,
    }),
    forget: asks('fields.forget', {
      names: { ids: 'tool' },
      undo: itsChange,
      print: ({ forgotten }) => `What models wrote of ${forgotten} tools is removed.`,
    }),
  },
}

function doneLines({
  asked,
  written,
  refused,
  refusals,
  ...done
}: ActionAnswer<'fields.standardise'>): string[] {
  const others = [
    [done.withData, 'came with fields of their own'],
    [
      done.passedOver,
      'passed over: standardised as they are, or this model could not before (--again)',
    ],
    [done.gone, 'no longer in the catalog'],
  ] as const
  return [
    `${asked} tools asked about: ${written} standardised, ${refusals} refused.`,
    ...refused.map(({ id, why }) => `Refused: ${plainText(id)}: ${plainText(why)}`),
    ...others.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}.`] : [])),
    ...done.failed.map((why) => `The model could not be asked: ${plainText(why)}`),
  ]
}

function fieldLines(listed: ActionAnswer<'fields.list'>): string[] {
  const { counts, corrected, tools } = listed
  return [
    ...(listed.rows.length > 0 ? listLines(FIELD_COLUMNS, { ...listed, none: '' }) : []),
    `${tools} tools: ${fieldCounts(counts).join('; ')}; ${corrected} corrected by you.`,
  ]
}

function toolLines(fields: FieldsOfTool, tool: string): string[] {
  const parts = (['description', 'parameters', 'response', 'examples'] as const).flatMap(
    (field) => {
      const before = textOf(fields.original[field])
      const now = textOf(fields.inForce[field])
      const origin = FIELD_ORIGINS[fields.origins[field]]
      return [`\n${field} (${origin})`, before === now ? now : `- ${before}\n+ ${now}`]
    },
  )
  return [
    `${plainText(tool)}: ${FIELD_STATES[fields.state]}.`,
    ...(fields.state === 'refused' ? [`Why: ${plainText(fields.refused?.why ?? '')}`] : []),
    ...(fields.isCorrectionOld ? ['The tool changed since you corrected its fields.'] : []),
    ...parts,
  ]
}

const textOf = (value: unknown): string =>
  plainText(typeof value === 'string' ? value : JSON.stringify(value)) || '(nothing)'

interface Correction {
  dir: string
  id: ToolId
  file: string | undefined
  remove: boolean | undefined
}

async function correct(session: CommandSession, { dir, id, file, remove }: Correction) {
  if ((file === undefined) === (remove === undefined)) {
    throw new Problem('bad-input', 'It takes --file or --remove.', 'Give one of them.')
  }
  const fields = await session.request('fields.tool', { dir, id })
  const { entry } = await session.request('catalog.tool', { dir, id })
  const { standardised: before, ...others } = entry.layer
  const written = file === undefined ? {} : await readFields(session.path(file))
  const standardised = remove ? undefined : { ...before, ...written, of: fields.version }
  const layer = { ...others, ...(standardised && { standardised }) }
  const saved = await session.request('catalog.saveLayer', { dir, id, base: entry.layer, layer })
  return { saved, written: Object.keys(written) }
}

type Corrected = NonNullable<ActionInput<'catalog.saveLayer'>['layer']['standardised']>

/** Of a file that a person writes; a megabyte is thousands of pages. */
const MOST_BYTES = 1_000_000
const FIELDS = ['description', 'parameters', 'response', 'examples']

/** What is written is checked where it is saved. */
async function readFields(path: string): Promise<Corrected> {
  const about = 'Write a JSON object of description, parameters, response and examples.'
  const text = await textOfFile(path, MOST_BYTES).catch((error: unknown) => {
    const why = error instanceof Problem ? error.message : `${path} cannot be read.`
    throw new Problem('bad-input', why, about)
  })
  const value = parsed(text)
  const keys = Object.keys(value ?? {})
  if (!value || keys.length === 0 || keys.some((key) => !FIELDS.includes(key))) {
    throw new Problem('bad-input', `${path} does not hold the fields of a tool.`, about)
  }
  return value
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = parseExact(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const commands = { standardise }
