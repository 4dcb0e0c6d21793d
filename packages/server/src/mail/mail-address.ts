/** Longest address that mail servers accept. */
const ADDRESS_MAX = 254

/** Whether a text is one email address, without characters that could make it two, or end a header. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= ADDRESS_MAX && /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text)
  )
}
