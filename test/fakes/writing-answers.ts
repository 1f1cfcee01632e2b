import type { ActionInput, ActionAnswer } from '../../src-main/features/actions'
import type { WrittenRow } from '../../src-main/features/written-queries/shared/answers'
import { WrittenState } from '../../src-main/domain/query/written-query'
import { toolId } from '../../src-main/domain/tool/tool'
import type { Answers } from './bridge-script'

const SEND = toolId('send_email', 'mail')

/** A query that waits to be decided. */
export const writtenRow = (id: string, state: WrittenState = 'waiting'): WrittenRow => ({
  id,
  state,
  text: `Text of ${id}`,
  near: [],
  place: 0,
  at: '2026-01-01T00:00:00.000Z',
  bundle: { tools: [SEND], way: 'random', seed: 1 },
  tools: [{ id: SEND, name: 'send_email', description: 'Sends an email.', isGone: false }],
})

/**
 * What a workspace with written queries answers; `rows` are its queries, and others may change them
 * meanwhile.
 */
export function writingAnswers(rows: WrittenRow[]): Answers & { rows: WrittenRow[] } {
  const counts = () =>
    Object.fromEntries(
      WrittenState.options.map((state) => [
        state,
        rows.filter((row) => row.state === state).length,
      ]),
    ) as ActionAnswer<'writing.list'>['counts']
  const find = (id: string) => rows.find((row) => row.id === id)
  const answers: Answers = {
    'writing.list': ({ states = [], search }) => {
      const found = rows.filter(
        ({ state, text = '' }) => states.includes(state) && text.includes(search ?? ''),
      )
      return {
        total: found.length,
        rows: found,
        passed: 0,
        refusedToOthers: 0,
        counts: counts(),
      }
    },
    'writing.decide': ({ chosen, verdict }: ActionInput<'writing.decide'>) => {
      const ids = 'ids' in chosen ? chosen.ids : []
      const found = ids.flatMap((id) => find(id) ?? [])
      for (const row of found) row.state = verdict
      return {
        change: 'batch',
        decided: found.length,
        passedOver: found.length < ids.length ? { absent: ids.length - found.length } : {},
      }
    },
    'writing.edit': ({ id, text }) => {
      const row = find(id) ?? writtenRow(id)
      return Object.assign(row, { edited: { text } })
    },
    'writing.forget': ({ states }) => {
      const gone = rows.filter(({ state }) => states.includes(state))
      rows.splice(0, rows.length, ...rows.filter((row) => !gone.includes(row)))
      return { forgotten: gone.length }
    },
    'writing.preview': ({ draw }) => ({
      tools: 3,
      uncovered: 0,
      shown: [],
      short: [],
      wordless: 0,
      bundles: (draw?.sizes ?? []).reduce((sum, { count }) => sum + count, 0),
      calls: { writing: 0, judging: 0 },
    }),
  }
  return Object.assign(answers, { rows })
}
