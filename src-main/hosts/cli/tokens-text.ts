/** A count of tokens in words: `1234`, or `about 1234` where it is an estimate. */
export const tokensText = ({
  promptTokens,
  tokensEstimated,
}: {
  promptTokens: number
  tokensEstimated?: boolean | undefined
}): string => (tokensEstimated ? `about ${promptTokens}` : String(promptTokens))
