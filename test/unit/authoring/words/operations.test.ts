import { expect, test } from 'vitest'
import { wordsOf } from '../../../../src-main/authoring/words/nouns'
import { operationOf } from '../../../../src-main/authoring/words/operations'

test.each([
  ['list_channels', 'list', 'channels'],
  ['listPullRequests', 'list', 'pull requests'],
  ['pull_request_review_write', 'write', 'request review'],
  ['merge-pull-request', 'merge', 'pull request'],
  ['addLabelToIssue', 'add', 'label'],
  ['message_send', 'send', 'message'],
  ['translate_text', 'translate', 'text'],
  ['get_user2', 'get', 'user'],
  ['set_out_of_office', 'set', 'office'],
  ['check_in_for_flight', 'check', 'flight'],
])('%s does %s with %s', (name, verb, object) => {
  expect(operationOf(wordsOf(name))).toEqual({ verb, object, noun: object.split(' ').at(-1) })
})

test.each(['', 'list', 'get_data', 'weather_forecast_zurich', '天気', 'x_y'])(
  '%j says no operation',
  (name) => {
    expect(operationOf(wordsOf(name))).toBeUndefined()
  },
)
