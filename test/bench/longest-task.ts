import { z } from 'zod'

const Trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
})

/** The longest task of the page's main threads in a recorded trace, in ms. */
export function longestTask(trace: Uint8Array): number {
  const { traceEvents } = Trace.parse(JSON.parse(Buffer.from(trace).toString()))
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && name.endsWith('RunTask') && mainThreads.has(`${pid} ${tid}`),
  )
  if (tasks.length === 0) throw new Error('The trace holds no task of the page.')
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000
}
