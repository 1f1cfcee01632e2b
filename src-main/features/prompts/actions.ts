import type { PromptInfo } from './shared/answers'
import { Problem } from '../../domain/problem'
import { PromptWording } from '../../domain/workspace/prompt-wording'
import { promptName } from '../../pipeline/prompt'
import { PROMPTS } from '../../pipeline/prompts/registry'
import { MOST_SERVED, SERVED_TEXTS } from '../../app/serving/served-texts'
import type { WordedPrompt } from '../../pipeline/prompts/worded'
import type { Session } from '../../app/workspaces/session'
import { z } from 'zod'
import { LONGEST_WORDING } from '../../domain/workspace/longest-wording'
import { Dir } from '../../contract/workspace'
import { action } from '../../app/action'
import { counted } from '../../domain/value/quantity'
import { changeRecordsUndoably } from '../../app/editing/undoable-records'

const id = PromptWording.shape.prompt.describe('the prompt')

/** What models are asked, and what served agents read. */
const WORDED: readonly WordedPrompt[] = [...PROMPTS, ...Object.values(SERVED_TEXTS)]

export const promptActions = {
  'prompts.list': action({
    summary:
      'List the prompts that recipes ask a language model, and what served agents read, as this workspace words them',
    input: z.object({ dir: Dir }),
    run: async ({ sessions }, { dir }) => listOf(await sessions.of(dir)),
  }),
  'prompts.write': action({
    summary: 'Reword a prompt in this workspace',
    input: z.object({
      dir: Dir,
      id,
      wording: z.string().trim().min(1).max(LONGEST_WORDING).describe('the wording'),
      base: z
        .string()
        .optional()
        .describe(
          'the wording as it was read: refuses where it has changed since; default: replaces any',
        ),
    }),
    async run({ sessions }, { dir, id, wording, base }) {
      const session = await sessions.of(dir)
      const prompt = promptOf(id)
      const what = `Worded the prompt ${prompt.title} anew`
      return changeRecordsUndoably(session, async () => {
        const before = infoOf(prompt, await ownOf(session, id))
        if (base !== undefined && before.wording !== base && before.wording !== wording) {
          throw changedElsewhere(prompt)
        }
        const own = { prompt: id, wording, version: prompt.version }
        if (wording === prompt.wording) {
          const change = before.isOwn ? { prompts: { remove: [id] } } : {}
          return { change, what, answer: infoOf(prompt) }
        }
        const isNew = before.wording !== wording || before.isOutdated
        const change = isNew ? { prompts: { put: [own] } } : {}
        return { change, what, answer: infoOf(prompt, own) }
      })
    },
  }),
  'prompts.reset': action({
    summary: 'Give a prompt its standard wording back, or all prompts',
    input: z.object({ dir: Dir, id: id.optional().describe('the prompt; default: all') }),
    async run({ sessions }, { dir, id }) {
      const session = await sessions.of(dir)
      if (id !== undefined) promptOf(id)
      await changeRecordsUndoably(session, async () => {
        const { prompts } = await session.store.read('prompts')
        const remove = prompts.map(({ prompt }) => prompt).filter((each) => (id ?? each) === each)
        const what = `Gave ${counted(remove.length, 'prompt')} the standard wording back`
        return { change: { prompts: { remove } }, what, answer: {} }
      })
      return listOf(session)
    },
  }),
}

/** @throws Problem `not-found` naming the prompts there are. */
function promptOf(id: string): WordedPrompt {
  const found = WORDED.find((prompt) => prompt.id === id)
  if (found) return found
  const ids = WORDED.map((prompt) => prompt.id).join(', ')
  throw new Problem('not-found', `There is no prompt “${id}”.`, `Choose one of: ${ids}.`)
}

async function listOf({ store }: Session): Promise<PromptInfo[]> {
  const { prompts } = await store.read('prompts')
  return WORDED.map((prompt) =>
    infoOf(
      prompt,
      prompts.find((own) => own.prompt === prompt.id),
    ),
  )
}

async function ownOf({ store }: Session, id: string): Promise<PromptWording | undefined> {
  const { prompts } = await store.read('prompts')
  return prompts.find(({ prompt }) => prompt === id)
}

function infoOf(prompt: WordedPrompt, own?: PromptWording): PromptInfo {
  const { id, title, purpose, version, wording: standard } = prompt
  const wording = own?.wording ?? standard
  const most = new Map<string, number>(Object.entries(MOST_SERVED)).get(id)
  return {
    id,
    title,
    purpose,
    version,
    standard,
    wording,
    name: promptName(prompt.reworded(wording)),
    isOwn: own !== undefined,
    ...(most !== undefined && { most }),
    isOutdated: own !== undefined && own.version !== version,
  }
}

const changedElsewhere = ({ title }: WordedPrompt): Problem =>
  new Problem(
    'conflict',
    `Someone else reworded “${title}” while you were editing it. Nothing was saved.`,
    'Copy your text, look at the prompt as it is now, then put in what is still missing and save.',
  )
