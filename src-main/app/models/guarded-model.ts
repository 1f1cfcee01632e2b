import { Problem } from '../../domain/problem'
import { ModelGone, type OpenLanguageModel } from '../../ports/language-model'

/** After as many failures in a row a model is not asked on. */
export const MOST_FAILURES = 3

/**
 * The model, asked on until it fails three times in a row, or once in a way that any other question
 * would: whoever waits for it, or asks later, gets the same failure at once. It is opened anew for
 * every query, run or evaluation, and then asked again.
 */
export function guarded(model: OpenLanguageModel): OpenLanguageModel {
  const gone = new AbortController()
  let failures = 0
  const guard =
    <Question extends { signal: AbortSignal }, Answer>(
      ask: (question: Question) => Promise<Answer>,
    ) =>
    async (question: Question): Promise<Answer> => {
      gone.signal.throwIfAborted()
      try {
        const signal = AbortSignal.any([question.signal, gone.signal])
        const answer = await ask({ ...question, signal })
        failures = 0
        return answer
      } catch (error) {
        question.signal.throwIfAborted()
        gone.signal.throwIfAborted()
        if (error instanceof Problem && error.code !== 'bad-input') {
          failures++
          if (error instanceof ModelGone || failures >= MOST_FAILURES) gone.abort(error)
        }
        throw error
      }
    }
  const { callTools } = model
  return {
    fingerprint: model.fingerprint,
    answer: guard((question) => model.answer(question)),
    ...(callTools && { callTools: guard(callTools) }),
  }
}
