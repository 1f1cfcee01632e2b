import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { parseExact } from '../../domain/value/exact-json'
import { answerTo, bounded, textOf } from './plain-fetch'
import { messageIn, OllamaRefusal, refusedRedirect, unreadable } from './refusal'

/**
 * In characters; a line of progress has some 200, one of a chat with all its calls some thousand.
 */
const LONGEST_LINE = 1_000_000

const Line = z.record(z.string(), z.unknown())
type Line = z.infer<typeof Line>

/** A request whose answer comes line by line. */
interface LinesRequest {
  /** The server's, without a path. */
  url: string
  path: string
  body: object
  signal: AbortSignal
  /** All lines together; left out: without end. */
  mostBytes?: number
}

/**
 * The lines of an answer, as they come.
 * @throws OllamaRefusal on an error, which may be a line after a status of 200; Problem
 * `unavailable` where something is no such line, SyntaxError where the answer is no such stream at
 * all.
 */
export async function* answerLines({
  url,
  path,
  body,
  signal,
  mostBytes = Infinity,
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
  const isStream = response.headers['content-type']?.startsWith('application/x-ndjson')
  try {
    yield* linesIn(bounded(response, mostBytes))
  } catch (error) {
    throw isStream && error instanceof SyntaxError ? unreadable(url) : error
  }
}

async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw new SyntaxError('A line of the answer is too long.')
    for (const line of lines) if (line.trim() !== '') yield read(line)
  }
  if (rest.trim() !== '') yield read(rest)
}

function read(text: string): Line {
  const { data: line } = Line.safeParse(parseExact(text))
  if (!line) throw new SyntaxError('A line of the answer is no object.')
  const message = 'error' in line ? messageIn(text) : undefined
  if (message !== undefined) throw new OllamaRefusal(200, message)
  return line
}
