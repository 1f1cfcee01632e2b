import { Problem } from '../../domain/problem'
import { ModelGone } from '../../ports/language-model'
import { tokensRefused } from './context-size'
import { notInstalled } from './ollama-embedder'
import type { OllamaRefusal } from './refusal'

/** A chat that was refused, in words for people. */
export function refusedChat(
  model: string,
  { kind, status, message: said }: OllamaRefusal,
): Problem {
  const message = said.replace(/\.$/, '')
  if (kind === 'not there') {
    const { message, fix } = notInstalled(model)
    return new ModelGone(message, fix)
  }
  if (kind === 'died') {
    return new ModelGone(
      `The model ${model} ended again and again while it answered: ${message}.`,
      'The machine is probably short of memory: close other programs or choose a smaller model. Ollama’s log says more.',
    )
  }
  if (/does not support (chat|generate|tools|thinking)/.test(message)) {
    return new ModelGone(
      `The model ${model} cannot do that: ${message}.`,
      'Choose another chat model under Models.',
    )
  }
  return new Problem(
    'unavailable',
    `Ollama could not answer with ${model}: ${message}.`,
    status >= 500
      ? 'The model may not fit into memory: choose a smaller one, or see Ollama’s log.'
      : 'See Ollama’s log, or choose another model.',
  )
}

/** A prompt that the model cannot read whole. */
export function promptTooLong(model: string, size: number, message: string): Problem {
  const tokens = tokensRefused(message)
  const much = tokens === undefined ? 'more' : `${tokens.toLocaleString('en')}`
  return new Problem(
    'bad-input',
    `The prompt has ${much} tokens; the model ${model} reads ${size.toLocaleString('en')} at most.`,
    'Show it fewer or shorter tools (a smaller k or depth), or choose a model with a longer context.',
  )
}
