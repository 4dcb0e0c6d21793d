/** Whether the first item of a list at the top starts with an id or a translation, and the head has both. */
export function isMessageList(head: string): boolean {
  return FIRST_ITEM.test(head) && ID.test(head) && TRANSLATION.test(head)
}

const FIRST_ITEM =
  /^(?:\ufeff?(?:[ \t]*(?:#[^\n]*)?|---[ \t]*)\r?\n){0,200}-[ \t]+["']?(?:id|translation)["']?[ \t]*:/
const ID = /^(?:-|[ \t])[ \t]+["']?id["']?[ \t]*:[ \t]/m
const TRANSLATION = /^(?:-|[ \t])[ \t]+["']?translation["']?[ \t]*:/m
