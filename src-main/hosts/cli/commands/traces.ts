import { z } from 'zod'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import type { SavedTrace } from '../../../domain/trace/answer'
import { answerDifference } from '../../../domain/trace/difference'
import { asks, command, itsChange, type CommandGroup } from '../command'
import type { CommandSession } from '../session'
import { differenceLines, tracedLines, traceListText } from '../trace-list-text'
import { costLines, traceText } from '../trace-text'

const Trace = z.string().describe('the beginning of its id, or its name')

export const traces: CommandGroup = {
  summary: 'answers saved with their traces: query … --save NAME saves one',
  byDefault: 'list',
  commands: {
    list: asks('traces.list', {
      print: ({ traces: saved }) =>
        saved.length === 0
          ? 'No trace is saved yet. Save one with: pegboard query … --save NAME'
          : traceListText(saved),
    }),
    show: command({
      summary: 'show one with every step',
      args: ['trace'],
      input: { dir: Dir, trace: Trace },
      run: (session, { dir, trace }) => read(session, dir, trace),
      print: (trace) => [
        ...tracedLines(trace),
        ...costLines(trace.steps),
        `\n${traceText(trace.steps)}`,
      ],
    }),
    replay: command({
      summary: 'ask the same again on today’s catalog and show what differs',
      args: ['trace'],
      input: { dir: Dir, trace: Trace },
      asksModels: true,
      async run(session, { dir, trace }) {
        const saved = await read(session, dir, trace)
        const now = await session.request('traces.replay', { dir, id: saved.id })
        return { saved, now, difference: answerDifference(saved, now) }
      },
      print: ({ difference }) => differenceLines(difference),
    }),
    compare: command({
      summary: 'show how one saved answer differs from another',
      args: ['before', 'after'],
      input: { dir: Dir, before: Trace, after: Trace },
      async run(session, { dir, ...named }) {
        const before = await read(session, dir, named.before)
        const after = await read(session, dir, named.after)
        return { before: before.id, after: after.id, difference: answerDifference(before, after) }
      },
      print: ({ difference }) => differenceLines(difference),
    }),
    delete: command({
      summary: 'remove saved traces',
      args: ['traces'],
      input: {
        dir: Dir,
        traces: z.array(z.string()).min(1).describe('the beginnings of their ids, or their names'),
      },
      async run(session, { dir, traces: given }) {
        const ids: string[] = []
        for (const each of given) ids.push((await findTrace(session, dir, each)).id)
        return session.request('traces.delete', { dir, ids })
      },
      undo: itsChange,
      print: ({ deleted }) => (deleted === 1 ? '1 trace deleted.' : `${deleted} traces deleted.`),
    }),
  },
}

const read = async (session: CommandSession, dir: string, given: string) =>
  session.request('traces.read', { dir, id: (await findTrace(session, dir, given)).id })

/** @throws Problem where there is none, or more than one. */
async function findTrace(session: CommandSession, dir: string, given: string): Promise<SavedTrace> {
  const saved = (await session.request('traces.list', { dir })).traces
  const isMeant = ({ id, name }: SavedTrace) =>
    given !== '' && (id.startsWith(given) || name === given)
  const [found, ...others] = saved.filter(isMeant)
  const fix = 'List the saved traces: pegboard traces --workspace DIR'
  if (!found) throw new Problem('not-found', `There is no saved trace “${given}”.`, fix)
  if (others.length === 0) return found
  const message = `${others.length + 1} saved traces match “${given}”.`
  throw new Problem('bad-input', message, fix)
}
