import { graphql } from './graphql'

export const formats = [graphql]
