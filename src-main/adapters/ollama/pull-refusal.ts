import { Problem } from '../../domain/problem'
import type { OllamaRefusal } from './refusal'

/** What is said of a pull that Ollama gave up: by its words, recorded from 0.32.15 but where said. */
export function pullRefusal(model: string, { message }: OllamaRefusal): Problem {
  const problem = (what: string, fix: string) => new Problem('unavailable', what, fix)
  const registry = /https?:\/\/([^/"\s]+)/.exec(message)?.[1] ?? 'its registry'
  if (/invalid model name/i.test(message)) {
    const fix = 'Write it like bge-m3, qwen3:4b or hf.co/owner/model.'
    return new Problem('bad-input', `“${model}” is no name of a model.`, fix)
  }
  if (/manifest: file does not exist/.test(message)) {
    return new Problem(
      'not-found',
      `The registry knows no model “${model}”.`,
      'Look for its name and tag on https://ollama.com/library.',
    )
  }
  if (/no such host|network is unreachable|dial tcp|i\/o timeout|TLS handshake/i.test(message)) {
    return problem(
      `Ollama cannot reach ${registry}: this machine is offline, or something on the way refuses.`,
      'Connect to the network and pull again, or copy the model from a machine that has it.',
    )
  }
  if (/server gave HTTP response to HTTPS client|certificate/i.test(message)) {
    return problem(
      `Ollama does not trust ${registry}: it answers without encryption, or with a certificate that is not known.`,
      'Pull it in a terminal, if you trust that registry: ollama pull --insecure ' + model,
    )
  }
  // As the operating systems say it; from Ollama's source.
  if (/no space left|not enough space|disk full|quota exceeded/i.test(message)) {
    return new Problem(
      'storage',
      `The disk where Ollama keeps its models is full, so ${model} was not pulled whole.`,
      'Free some space, or delete a model. Pulling again goes on where it stopped.',
    )
  }
  // From Ollama's source as well.
  if (/newer version of ollama/i.test(message)) {
    return problem(`The model ${model} needs a newer Ollama.`, 'Update Ollama, then pull again.')
  }
  return problem(
    `Ollama could not pull ${model}: ${message}`,
    'Pull again: it goes on where it stopped. If that does not help, see Ollama’s log.',
  )
}
