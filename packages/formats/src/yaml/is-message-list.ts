/** Whether the first item of a list at the top starts with an id or a translation, and the head has both. */
export function isMessageList(head: string): boolean {
  if (!ID.test(head) || !TRANSLATION.test(head)) return false
  const first = head.split('\n').find((line) => !ABOVE.test(line))
  return first !== undefined && FIRST_ITEM.test(first)
}

/** Blank lines, comments, and the start of the document. */
const ABOVE = /^\ufeff?(?:[ \t]*(?:#|\r?$)|---[ \t\r]*$)/
const FIRST_ITEM = /^\ufeff?-[ \t]+["']?(?:id|translation)["']?[ \t]*:/
const ID = /^(?:-|[ \t])[ \t]+["']?id["']?[ \t]*:[ \t]/m
const TRANSLATION = /^(?:-|[ \t])[ \t]+["']?translation["']?[ \t]*:/m
