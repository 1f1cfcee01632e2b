import { z } from 'zod'
import { ClientName } from '../../contract/client-cuts'
import { RecipeFields } from '../../contract/recipe-fields'
import { AllowedCalls, ServedCall, ServedNames, ServedSearch } from '../../contract/serving'
import { Dir } from '../../contract/workspace'
import { SourceName } from '../../domain/catalog/source'
import { JsonObject } from '../../domain/tool/tool'
import { SERVING_PORT } from '../../domain/agent/address-lines'
import { action } from '../action'
import { ServedBy } from '../../domain/served/request'
import { within } from '../agent/within'
import { keeping } from '../served/keep-request'
import { allowCalls, callsOfSources } from './allowed-calls'
import { askServed } from './ask-served'
import { briefServed } from './brief-served'
import { callServed } from './call-served'
import { clientCuts } from './client-cuts'
import { getServed } from './get-served'
import { servingOffer } from './offer'
import { previewServed, ServingPreviewInput } from './preview-served'
import { prepareServed } from './prepare-served'
import { searchServed } from './search-served'
import { renewToken, servingState, startServing, stopServing, tokenNow } from './serve-over-http'

const brief = within(briefServed)

const MOST_OF_A_NAME = 1_000
const Port = z.number().int().min(0).max(65_535)

const { mayAsk: _, ...Asked } = RecipeFields
/** Which workspace is served, and by what where not as it works. */
const Served = z.object({
  dir: Dir,
  of: z.string().optional().describe('the workspace’s id: no other in its folder is asked'),
  ...Asked,
})
/** A request of an agent; without `by` it is answered and not kept. */
const OfAgent = Served.extend({
  by: ServedBy.optional().describe('whose request it is, to be kept'),
})

const WithCalls = {
  calls: z.boolean().default(false).describe('with the tool that calls others'),
}

/** A tool that an agent asks for, and what it sends: read by {@link askServed}. */
const Sent = {
  tool: z.string().max(MOST_OF_A_NAME),
  sent: z.unknown().optional().describe('what it sends, as it wrote it'),
  calls: z.boolean().default(false).describe('whether it may call tools'),
}

/** What is served to agents. Each request sees the catalog as the last commit left it. */
export const servingActions = {
  'serving.search': action({
    summary: 'What a served agent is given for a query; tools that it names come first',
    input: OfAgent.extend(ServedSearch.shape),
    run: keeping('search', within(searchServed)),
  }),
  'serving.get': action({
    summary: 'The definitions of tools by their names, as a served agent is given them',
    input: OfAgent.extend(ServedNames.shape),
    run: keeping('get', within(getServed)),
  }),
  'serving.call': action({
    summary:
      'Call a tool by its name at the server it came from, where a person agreed to calls and the tool is as it was imported',
    input: OfAgent.extend({
      name: ServedCall.shape.name,
      arguments: JsonObject.default({}).describe('its arguments, as its schema says'),
    }),
    run: keeping('call', callServed),
  }),
  'serving.ask': action({
    summary:
      'Answer a served agent that asks for a tool of those that all are given, whatever it wrote',
    input: OfAgent.extend(Sent),
    run: askServed,
  }),
  'serving.calls': action({
    summary: 'Which calls a person agreed to, of each MCP server that is a source',
    input: z.object({ dir: Dir }),
    run: callsOfSources,
  }),
  'serving.allowCalls': action({
    summary: 'Agree that agents call tools of a source’s server, or take that back',
    input: z.object({
      dir: Dir,
      source: SourceName,
      calls: AllowedCalls.describe(
        'all; read-only, those that say they change nothing; or none of them',
      ),
      mark: z.string().describe('of what was looked at: asked again when any of it changes'),
    }),
    run: allowCalls,
  }),
  'serving.preview': action({
    summary:
      'What an agent would read of tools that were found, and what that takes in other forms',
    input: ServingPreviewInput,
    run: within(previewServed),
  }),
  'serving.prepare': action({
    summary:
      'Read, embed and index what a served workspace searches, so that no agent waits for it',
    input: Served,
    run: within(prepareServed),
  }),
  'serving.briefing': action({
    summary:
      'What an agent is given that connects now: instructions, and its tools as the workspace words them; with the workspace’s id',
    input: Served.extend(WithCalls),
    async run(context, input, call) {
      const { store } = await context.sessions.of(input.dir)
      const { id } = await store.state()
      return { of: id, ...(await brief(context, input, call)) }
    },
  }),
  'serving.offer': action({
    summary:
      'What stands in a served agent’s prompt in place of the catalog, and the command that serves it',
    input: Served.extend(WithCalls),
    run: within(servingOffer),
  }),
  'serving.cuts': action({
    summary:
      'What a client would cut of what is served, and of the catalog if its servers were connected to it',
    input: Served.extend({ ...WithCalls, client: ClientName.describe('the client') }),
    run: within(clientCuts),
  }),
  'serving.state': action({
    summary: 'Where a workspace is served over HTTP, if it is, and the token that requests carry',
    input: z.object({ dir: Dir }),
    run: servingState,
  }),
  'serving.token': action({
    summary: 'The token that requests over HTTP carry now',
    input: z.object({ dir: Dir, of: Served.shape.of }),
    run: tokenNow,
  }),
  'serving.renewToken': action({
    summary:
      'Make the token of a workspace another one: endpoints that are open take it at once, and no older one',
    input: z.object({ dir: Dir }),
    run: renewToken,
  }),
  'serving.start': action({
    summary: 'Serve a workspace over HTTP, once everything is ready, until it is stopped',
    input: z.object({
      dir: Dir,
      port: Port.default(SERVING_PORT).describe('a port of this machine; 0 is any that is free'),
      calls: z.boolean().default(false).describe('with the tool that calls others'),
    }),
    run: startServing,
  }),
  'serving.stop': action({
    summary: 'Serve a workspace over HTTP no more',
    input: z.object({ dir: Dir }),
    run: stopServing,
  }),
}
