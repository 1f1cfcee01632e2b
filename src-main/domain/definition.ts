import type { CatalogTool, JsonObject } from './tool'

/**
 * The model-facing definition: what an agent is sent, in the shape of OpenAI's chat API. Of the author's layer it
 * holds the model-facing description alone, never retrieval text.
 */
export const definitionOf = ({ tool, layer }: CatalogTool): JsonObject => ({
  type: 'function',
  function: {
    name: tool.name,
    description: layer.modelDescription ?? tool.description,
    parameters: tool.parameters,
  },
})
