import type { PromptInfo } from '../../src-main/features/prompts/shared/answers'
import { promptName } from '../../src-main/pipeline/prompt'
import { PROMPTS } from '../../src-main/pipeline/prompts/registry'
import type { WordedPrompt } from '../../src-main/pipeline/prompts/worded'
import { failure, type Answers } from './bridge-script'

/** Prompts as the app answers for them, kept as long as the bridge. */
export function promptAnswers(): Answers {
  const own = new Map<string, string>()
  const infoOf = (prompt: WordedPrompt): PromptInfo => {
    const { id, title, purpose, version, wording: standard } = prompt
    const wording = own.get(id) ?? standard
    return {
      id,
      title,
      purpose,
      version,
      standard,
      wording,
      name: promptName(prompt.reworded(wording)),
      isOwn: own.has(id),
      isOutdated: false,
    }
  }
  const list = () => PROMPTS.map(infoOf)
  return {
    'prompts.list': list,
    'prompts.write'({ id, wording, base }) {
      const prompt = PROMPTS.find((each) => each.id === id)
      if (!prompt) return failure({ code: 'not-found', message: `There is no prompt “${id}”.` })
      const now = infoOf(prompt).wording
      if (base !== undefined && base !== now && wording !== now) {
        return failure({ code: 'conflict', message: 'Someone else worded it otherwise.' })
      }
      if (wording === prompt.wording) own.delete(id)
      else own.set(id, wording)
      return infoOf(prompt)
    },
    'prompts.reset'({ id }) {
      for (const each of [...own.keys()]) if ((id ?? each) === each) own.delete(each)
      return list()
    },
  }
}
