import { parseArgs } from 'node:util'
import { ADDRESS_ADVICE, ollamaUrlOf } from '../../domain/model/ollama-address'

export interface ServerArguments {
  port: number
  open: boolean
  ollama?: string
}

/**
 * The values of `--port N` (0, the default: any free port), `--no-open` and `--ollama ADDRESS`.
 * @throws Error that says what is wrong.
 */
export function serverArguments(args: string[]): ServerArguments {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '0' },
      'no-open': { type: 'boolean' },
      ollama: { type: 'string' },
    },
  })
  if (!/^\d+$/.test(values.port)) throw new Error(`--port takes a number, not "${values.port}".`)
  return {
    port: Number(values.port),
    open: !values['no-open'],
    ...(values.ollama !== undefined && { ollama: addressOf(values.ollama) }),
  }
}

function addressOf(text: string): string {
  const url = ollamaUrlOf(text)
  if (url === undefined) throw new Error(`--ollama takes an address of Ollama. ${ADDRESS_ADVICE}`)
  return url
}
