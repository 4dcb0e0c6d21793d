/** Isolates a URL, path or code, so that it keeps its direction within a right-to-left sentence. */
export function isolate(text: string): string {
  return `\u2066${text}\u2069`
}
