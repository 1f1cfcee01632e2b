import { z } from 'zod'
import { LONGEST } from './bounds'
import {
  inParts,
  parametersPart,
  text,
  toolPart,
  type TextsFault,
  type ToEnhance,
} from './tool-to-enhance'
import { worded } from './worded'

const PARAMETERS = {
  id: 'propose-parameters',
  version: 2,
  title: 'Propose descriptions of parameters',
  purpose:
    'Asked of each tool whose parameters are to be described. What its author accepts is matched in place of what the schema says of them.',
  wording: [
    'Describe the parameters of the tool below, so that it is plain what is to be given.',
    'parameters: each parameter that is shown once, under exactly its name, and no other. purpose: one sentence that says what it is, with its unit, format and allowed values where they are known, and without abbreviations.',
    'Say nothing that is not shown or plainly implied, and write in the language of its description.',
  ].join('\n'),
}

/**
 * Toolshed, section 3.1: clear descriptions of parameters.
 * @param names those that are shown; others are invented
 */
export const proposeParameters = (names: readonly string[], fault: TextsFault) => {
  // A choice of none is no schema that a model can be held to.
  const name = names.length > 0 ? z.string().meta({ enum: [...names] }) : text(LONGEST.name)
  return worded({
    ...PARAMETERS,
    answer: z
      .object(
        {
          parameters: z
            .array(z.object({ name, purpose: text(LONGEST.sentence) }), {
              error: 'is missing, or no list',
            })
            .meta({ minItems: names.length, maxItems: names.length }),
        },
        { error: 'is not the parameters' },
      )
      .superRefine(({ parameters }, context) => {
        const invented = parameters.find((each) => !names.includes(each.name))
        const why = invented
          ? `invents “${invented.name.slice(0, LONGEST_NAMED)}”`
          : fault(parameters.map(({ purpose }) => purpose))
        if (why !== undefined)
          context.addIssue({ code: 'custom', path: ['parameters'], message: why })
      }),
    data: (tool: ToEnhance) => inParts(toolPart(tool), parametersPart(tool)),
  })
}

/** Characters of a name that a fault quotes. */
const LONGEST_NAMED = 60
