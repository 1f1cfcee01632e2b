import { z } from 'zod'
import { exactly, LONGEST, text as textOf } from './bounds'
import { MOST_VARIATIONS } from './plan-in-one'
import { requestPart } from './quoted'
import { worded } from './worded'

const VARY = {
  id: 'vary-step',
  version: 2,
  title: 'Say a step in other words',
  instead: 'searched each step in its own words',
  purpose: 'Asked once for each step. Every text it gives is searched beside the step itself.',
  wording: [
    'Say what is wanted in as many other ways as are asked for, to search a catalog of tools with.',
    'Take different paths to the same end: other words for it, the kind of tool that does it, what the tool’s description might say. Each is one short sentence in the language of the request, different from the others, and asks for no more than the request does.',
  ].join('\n'),
}

/** Toolshed, section 3.4.2: multi-query expansion, into as many texts as are asked for. */
export const varyStep = (count: number) =>
  worded({
    ...VARY,
    answer: z.object({ texts: exactly(textOf(LONGEST.sentence), count) }),
    data: ({ text }: { text: string }) => `${requestPart({ text })}\n\nHow many ways: ${count}`,
  })

/** The same of any number: what a workspace may word otherwise. */
export const varyAnyStep = varyStep(MOST_VARIATIONS)

/** Toolshed, section 3.4.2: step-back prompting. */
export const stepBackFrom = worded({
  id: 'step-back',
  version: 1,
  title: 'Step back from a step',
  instead: 'asked no broader question',
  purpose: 'Asked once for each step, where stepping back is on. What it gives is searched too.',
  wording:
    'Say in one short sentence what kind of task the request is an example of: without its names, numbers and other details, as the heading under which one would look for a tool. Use the language of the request.',
  answer: z.object({ text: textOf(LONGEST.sentence) }),
  data: ({ text }: { text: string }) => requestPart({ text }),
})
