import { InvalidArgumentError } from 'commander'
import { ADDRESS_ADVICE, ollamaUrlOf } from '../../domain/model/ollama-address'

function parse(text: string): string {
  const url = ollamaUrlOf(text)
  if (url !== undefined) return url
  throw new InvalidArgumentError(`It is not an address of Ollama. ${ADDRESS_ADVICE}`)
}

/** Where Ollama is asked: the option of commands that embed, its help and its parser. */
export const OLLAMA_OPTION = [
  '--ollama <address>',
  'where Ollama is; default: the settings, else OLLAMA_HOST, else this machine',
  parse,
] as const
