/**
 * A number of 53 bits that stands for a text: the same for the same text, and of a million texts
 * two have the same one in seventeen thousand tries. For what is compared among all tools of a
 * catalog without keeping their texts.
 */
export function textNumber(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x9e3779b1)
    b = Math.imul(b ^ code, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return 0x1_0000_0000 * (b & 0x1f_ffff) + (a >>> 0)
}
