import {
  ADDRESS_ADVICE,
  DEFAULT_OLLAMA_URL,
  ollamaUrlOf,
  type OllamaAddress,
} from '../../domain/model/ollama-address'
import { Problem } from '../../domain/problem'

/** Where an address may be given; what stands first wins. */
interface ConfiguredAddresses {
  commandLine?: string | undefined
  setting?: string | undefined
  /** `OLLAMA_HOST`, which Ollama itself goes by. */
  environment?: string | undefined
}

export function ollamaAddress({
  commandLine,
  setting,
  environment,
}: ConfiguredAddresses): OllamaAddress {
  const shown = (given: string) => ollamaUrlOf(given) ?? given
  if (commandLine !== undefined) return { address: shown(commandLine), from: 'command line' }
  if (setting !== undefined) return { address: shown(setting), from: 'settings' }
  if (environment?.trim()) return { address: shown(environment), from: 'OLLAMA_HOST' }
  return { address: DEFAULT_OLLAMA_URL, from: 'default' }
}

/** The address as a URL. @throws Problem `bad-input` where it is none. */
export function urlOf({ address, from }: OllamaAddress): string {
  const url = ollamaUrlOf(address)
  if (url !== undefined) return url
  const where = { 'command line': '--ollama', settings: 'The settings', default: 'The default' }
  const who = from === 'OLLAMA_HOST' ? from : where[from]
  const named = `“${address.slice(0, 100)}”`
  throw new Problem('bad-input', `${who} names no address of Ollama: ${named}.`, ADDRESS_ADVICE)
}
