/** Control characters except tab and line ends, which descriptions may use. */
export const CONTROL = /(?![\t\n\r])\p{Cc}/gu

/**
 * Characters that show nothing but change what is matched or how text reads: zero-width spaces,
 * direction marks and overrides (Unicode TR 36), soft hyphens, and the tag block, which can hide a
 * whole instruction from a reader.
 */
export const INVISIBLE =
  /[\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu

/** Joiners, except where a script or an emoji sequence needs them to be written correctly. */
export const STRAY_JOINER =
  /(?<![\p{Script=Arabic}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}])[\u{200c}\u{200d}]/gu
