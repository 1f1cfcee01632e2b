import { expect, it, onTestFinished } from 'vitest'
import type { Run } from '../../src-main/domain/run/run'
import { chatModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { answering } from '../fakes/ollama/speech'
import { openApp } from './open-app'

const QUERIES = 10

/** Rewrites nothing, plans every request as one step, and ranks tools as they come. */
const planner = chatModel({
  says: answering((prompt) =>
    prompt.includes('Variations of each step')
      ? {
          rewritten: '',
          steps: [{ action: 'send the message', difficulty: 'easy', variations: ['post it'] }],
        }
      : { tools: [...prompt.matchAll(/^\{"name":"([^"]+)"/gm)].map(([, name]) => name) },
  ),
})

async function evaluated() {
  const ollama = await startFakeOllama([planner])
  onTestFinished(() => ollama.close())
  const app = await openApp()
  const { dir } = await app.request('workspace.createDemo', {})
  await app.request('settings.write', {
    ollamaUrl: ollama.url,
    chatModel: `ollama:${planner.name}`,
  })
  const evaluate = () =>
    app.request('evaluation.run', {
      dir,
      goldenSet: 'demo',
      k: [5],
      resume: true,
      sample: { size: QUERIES, seed: 3 },
      recipes: [{ recipe: 'toolshed', options: { preset: 'fused' } }],
    })
  const runs = () => app.request('evaluation.runs', { dir })
  return { ollama, evaluate, runs }
}

/** The measures where nothing fails, measured once. */
let measured: Promise<Run['measures'] | undefined> | undefined
const undisturbed = () =>
  (measured ??= evaluated().then(async ({ evaluate }) => (await evaluate()).runs[0]?.measures))

it.each(Array.from({ length: QUERIES }, (_, at) => at))(
  'a server that is killed after %i answers leaves no measurement, and the next is like an undisturbed one',
  { timeout: 60_000 },
  async (answers) => {
    const { ollama, evaluate, runs } = await evaluated()
    const { length: before } = await runs()
    const says = planner.says
    let left = answers
    ollama.models.splice(0, 1, {
      ...planner,
      says: (chat) => {
        left--
        if (left < 0) void ollama.close()
        return says?.(chat) ?? { tokens: [] }
      },
    })
    const { runs: none, failed } = await evaluate()
    expect(none).toEqual([])
    expect(failed[0]?.problem).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('nothing is measured'),
      fix: expect.stringContaining('is not asked twice'),
    })
    expect(await runs()).toHaveLength(before)

    await ollama.startAgain()
    ollama.models.splice(0, 1, planner)
    const asked = ollama.chatted.length
    const [run] = (await evaluate()).runs
    expect(run?.measures).toEqual(await undisturbed())
    expect(run?.degraded).toBe(0)
    expect(ollama.chatted.length - asked).toBeLessThanOrEqual(2 * QUERIES)
  },
)
