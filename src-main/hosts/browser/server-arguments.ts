import { parseArgs } from 'node:util'

/** The values of `--port N` (0, the default: any free port) and `--no-open`. @throws Error that says what is wrong. */
export function serverArguments(args: string[]): { port: number; open: boolean } {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string', default: '0' }, 'no-open': { type: 'boolean' } },
  })
  if (!/^\d+$/.test(values.port)) throw new Error(`--port takes a number, not "${values.port}".`)
  return { port: Number(values.port), open: !values['no-open'] }
}
