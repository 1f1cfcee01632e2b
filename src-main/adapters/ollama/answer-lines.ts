import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { answerTo, textOf } from './plain-fetch'
import { messageIn, OllamaRefusal } from './refusal'
import { refusedRedirect } from './unreachable'

/** In characters; a line of progress has some 200. */
const LONGEST_LINE = 1_000_000

const Line = z.record(z.string(), z.unknown())
type Line = z.infer<typeof Line>

/** A request whose answer comes line by line. */
export interface LinesRequest {
  /** The server's, without a path. */
  url: string
  path: string
  body: object
  signal: AbortSignal
}

/**
 * The lines of an answer, as they come.
 * @throws OllamaRefusal on an error, which may be a line after a status of 200; SyntaxError where something is no such line.
 */
export async function* answerLines({
  url,
  path,
  body,
  signal,
}: LinesRequest): AsyncGenerator<Line> {
  const response = await answerTo(new URL(url + path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  const { statusCode = 0, statusMessage = '' } = response
  if (statusCode >= 300 && statusCode < 400) throw refusedRedirect(url)
  if (statusCode !== 200) {
    const text = await textOf(response)
    throw new OllamaRefusal(statusCode, messageIn(text) ?? statusMessage)
  }
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of response) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw new SyntaxError('A line of the answer is too long.')
    yield* lines.filter((line) => line.trim() !== '').map(read)
  }
  if (rest.trim() !== '') yield read(rest)
}

function read(text: string): Line {
  const message = messageIn(text)
  if (message !== undefined) throw new OllamaRefusal(200, message)
  const line = Line.safeParse(JSON.parse(text))
  if (!line.success) throw new SyntaxError('A line of the answer is no object.')
  return line.data
}
