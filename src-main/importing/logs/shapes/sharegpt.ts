import type { JsonObject } from '../../../domain/tool/tool'
import { isObject } from '../../reading/parse-json'
import type { LogEvent, LogShape } from '../log-shape'
import { objectsIn, requestOf, textUnder } from '../read-values'
import { callsInJson, callsInText, resultsInText } from './tool-call-tags'

/** ShareGPT, as Hermes, xLAM and LLaMA-Factory write calls into it. */
export const sharegpt: LogShape = {
  title: 'ShareGPT and Hermes conversations',
  request({ conversations }) {
    const isSaid =
      Array.isArray(conversations) &&
      conversations.length > 0 &&
      conversations.every((turn) => isObject(turn) && typeof turn.from === 'string')
    return isSaid ? objectsIn(conversations).flatMap(eventsOfTurn) : undefined
  },
}

function eventsOfTurn(turn: JsonObject): LogEvent[] {
  const said = textUnder(turn, ['value', 'content']) ?? ''
  switch (turn.from) {
    case 'human':
    case 'user':
      return requestOf(said)
    case 'gpt':
    case 'assistant':
    case 'model':
      return callsInText(said)
    case 'function_call':
    case 'tool_call':
      return said.includes('<tool_call>') ? callsInText(said) : callsInJson(said)
    case 'tool':
    case 'observation':
    case 'function_response':
      return resultsInText(said)
    default:
      return []
  }
}
