/** Parses text that another version of the program wrote, or a full disk has truncated; null if it is not JSON. */
export function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
