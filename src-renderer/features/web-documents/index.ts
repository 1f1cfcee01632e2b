import type { WindowFeature } from '../../places/places'

export const webDocuments: WindowFeature = {
  addresses: [
    {
      id: 'document',
      title: 'Document',
      label: 'Address of a document with tools (OpenAPI, MCP, OpenAI …)',
      placeholder: 'https://api.example.com/openapi.json',
    },
  ],
}
