/** Maximum length of the messages of one call. */
export const MESSAGES_MAX = 16 * 1024

/**
 * Adds what Git has just printed to its messages, without progress, whose lines overwrite each other and would
 * leave no room for messages. Takes linear time: the other side decides what is printed.
 */
export function addMessages(before: string, piece: string): string {
  if (before.length >= MESSAGES_MAX) return before
  const lines = (before + piece).split('\n')
  return lines
    .map((line, i) => withoutProgress(line, i < lines.length - 1))
    .join('\n')
    .slice(0, MESSAGES_MAX)
}

/** Returns what a line shows in the end: the text after its last carriage return, except one at its own end. */
function withoutProgress(line: string, isComplete: boolean): string {
  const end = isComplete && line.endsWith('\r') ? line.length - 1 : line.length
  return line.slice(line.slice(0, end).lastIndexOf('\r') + 1)
}
