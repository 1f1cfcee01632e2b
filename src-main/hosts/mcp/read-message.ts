import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'
import { isJsonObject, isNestedDeeper, MOST_LEVELS } from '../../domain/value/json'

/** Bytes of a message: more are not read. */
export const MOST_OF_A_MESSAGE = 4 << 20
/** Levels of a message beside those of what an agent sends to a tool. */
const LEVELS_AROUND = 10

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INVALID_PARAMS = -32_602

/** Why a message is not handed on, as it is answered. */
export interface RefusedMessage {
  jsonrpc: '2.0'
  id: string | number | null
  error: { code: number; message: string }
}

/** What was sent: messages to be handed on, or a refusal of them. */
export type ReadMessage<Message> = { message: Message } | { refused: RefusedMessage }

const refusal = (
  code: number,
  message: string,
  id: RefusedMessage['id'] = null,
): { refused: RefusedMessage } => ({ refused: { jsonrpc: '2.0', id, error: { code, message } } })

export const tooLong = (): RefusedMessage =>
  refusal(INVALID_REQUEST, `A message of more than ${MOST_OF_A_MESSAGE >> 20} MB is not read.`)
    .refused

/**
 * Reads one message. Integers keep their digits, and what is sent to a tool is put where the
 * protocol's own checks do not look into it: {@link sentTo} takes it out.
 */
export function readMessage(text: string): ReadMessage<JSONRPCMessage> {
  const { value, refused } = parsed(text)
  if (refused) return { refused }
  if (Array.isArray(value)) return refusal(INVALID_REQUEST, 'Send messages one by one.')
  return checked(value)
}

/** Reads one message, or several that were sent together. */
export function readMessages(text: string): ReadMessage<JSONRPCMessage | JSONRPCMessage[]> {
  const { value, refused } = parsed(text)
  if (refused) return { refused }
  if (!Array.isArray(value)) return checked(value)
  const all = value.map(checked)
  const wrong = all.find((each) => 'refused' in each)
  return wrong ?? { message: all.flatMap((each) => ('message' in each ? [each.message] : [])) }
}

/** Some clients on Windows begin with one. */
const BYTE_ORDER_MARK = /^\uFEFF/

function parsed(text: string): { value: JsonValue; refused?: RefusedMessage } {
  try {
    return { value: parseExact(text.replace(BYTE_ORDER_MARK, '')) }
  } catch (error) {
    // Lists and objects within one another take a part of the stack each.
    const { refused } =
      error instanceof RangeError
        ? refusal(INVALID_REQUEST, TOO_DEEP)
        : refusal(PARSE_ERROR, 'This is no JSON.')
    return { value: null, refused }
  }
}

const TOO_DEEP = `The message is nested deeper than ${MOST_LEVELS} levels.`

function checked(value: JsonValue): ReadMessage<JSONRPCMessage> {
  if (!isJsonObject(value)) return refusal(INVALID_REQUEST, 'A message is an object.')
  const id = value['id'] === undefined ? null : echoed(value['id'])
  if (value['id'] !== undefined && id === null) {
    return refusal(INVALID_REQUEST, 'The id of a request is text, or an integer below 2^53.')
  }
  if (isNestedDeeper(value, MOST_LEVELS + LEVELS_AROUND)) {
    return refusal(INVALID_REQUEST, TOO_DEEP, id)
  }
  const { params } = value
  if (params !== undefined && params !== null && !isJsonObject(params)) {
    return refusal(INVALID_PARAMS, 'The params of a request are an object.', id)
  }
  const { params: _, ...rest } = value
  // A call without params names no tool, and is told so.
  const given = params ?? (rest['method'] === CALL ? {} : undefined)
  const message = given ? { ...rest, params: takenParams(rest, given) } : rest
  if (isMessage(message)) return { message }
  return refusal(INVALID_REQUEST, 'This is no message of the protocol.', id)
}

const isMessage = (value: unknown): value is JSONRPCMessage =>
  isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)

const echoed = (id: JsonValue): RefusedMessage['id'] =>
  typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null

const CALL = 'tools/call'

/** Under this name stands what is sent to a tool. */
const SENT = 'sent'

function takenParams({ method }: JsonObject, { _meta, ...params }: JsonObject): JsonObject {
  const taken: JsonObject = isJsonObject(_meta) ? { ...params, _meta: takenMeta(_meta) } : params
  if (method !== CALL) return taken
  const { name = null, arguments: given } = params
  const sent: JsonObject = given === undefined ? { name } : { name, arguments: given }
  const called = typeof name === 'string' ? name : ''
  return { ...taken, name: called, arguments: { [SENT]: sent } }
}

/** Progress is told by a token that is text or a number, which an integer beyond 2^53 is not. */
function takenMeta({ progressToken, ...meta }: JsonObject): JsonObject {
  const isToken = progressToken !== undefined && echoed(progressToken) !== null
  return isToken ? { ...meta, progressToken } : meta
}

/** The tool that is called, and what is sent to it, as they were written. */
export function sentTo({ arguments: taken }: { arguments?: unknown }): {
  name: JsonValue
  given: JsonValue | undefined
} {
  const { name = null, arguments: given } = (taken as { [SENT]: JsonObject })[SENT]
  return { name, given }
}
