import { categoryNamed, categoryRank, type PluralCategory } from '@dragoman/core'
import { type EntryState, type EntryUnit, unitEntryName } from '../format.ts'
import { isUsableKey } from '../source/usable-key.ts'
import type { AddEdit, EditTarget, RenameEdit } from './apply-edits.ts'
import { EditError } from './edit-error.ts'

/** A plural form of a message; null: the text of the whole message. */
export type MessageForm = PluralCategory | null

/** A file whose texts are messages in a list, each with its id, while it is being edited. */
export interface MessageList<Message> {
  /** The messages by id; of several with the same one, that which programs use. */
  readonly messages: ReadonlyMap<string, Message>
  /** Returns the forms that a message has. */
  formsOf(message: Message): readonly MessageForm[]
  setText(message: Message, form: MessageForm, text: string): void
  setState?(message: Message, state: EntryState): void
  /** Adds a text that the message does not have. False: something else is in the way. */
  addText(message: Message, form: MessageForm, text: string): boolean
  add(message: NewMessage<Message>): void
  removeForm(message: Message, form: PluralCategory): void
  /** Removes all messages with the id. */
  remove(id: string): void
  /** Gives a message another id, and removes those that it hid. */
  rename(id: string, newId: string): void
}

/** A message to add after another one; null: at the start. */
export type NewMessage<Message> = TextId & { readonly after: Message | null; readonly edit: AddEdit }

/** A text of a message, by its name. */
export type MessageLocation<Message> = { readonly message: Message } & TextId

type TextId = { readonly id: string; readonly form: MessageForm }

/** Returns how edits change a list of messages. */
export function messageTarget<Message>(list: MessageList<Message>): EditTarget<MessageLocation<Message>> {
  return {
    nameOf,
    find(name) {
      const { id, form } = textIdOf(name)
      const message = list.messages.get(id)
      return message !== undefined && form !== undefined && list.formsOf(message).includes(form)
        ? { message, id, form }
        : null
    },
    setText({ message, form }, { text, state }) {
      list.setText(message, form, text)
      if (state !== undefined) list.setState?.(message, state)
    },
    insert: (edit, name) => insert(list, edit, name),
    remove({ message, id, form }) {
      if (form === null || list.formsOf(message).length === 1) list.remove(id)
      else list.removeForm(message, form)
    },
    rename: (location, _, newName) => rename(list, location, newName),
  }
}

/** Returns the unit of a form, which names an entry of a message. */
export function unitOfForm(id: string, form: PluralCategory): EntryUnit {
  return { name: id, plural: 'cardinal', form, path: [id] }
}

function nameOf({ path, unit }: AddEdit | RenameEdit): string {
  if (unit === undefined || unit.plural === 'none') return usableId((unit?.path ?? path).join('.'))
  usableId(unit.name)
  if (unit.plural === 'ordinal') throw new EditError('not-representable', unitEntryName(unit))
  return unitEntryName(unit)
}

function usableId(id: string): string {
  if (!isUsableKey(id)) throw new EditError('unusable-path', id)
  return id
}

/** Returns id and form of a name; undefined: there are no such forms. */
function textIdOf(name: string): { readonly id: string; readonly form: MessageForm | undefined } {
  const end = name.indexOf('\u0000')
  if (end < 0) return { id: name, form: null }
  const form = name.slice(end + 1)
  return { id: name.slice(0, end), form: categoryNamed(form) ?? undefined }
}

function insert<Message>(list: MessageList<Message>, edit: AddEdit, name: string): void {
  const { id, form } = textIdOf(name)
  if (form === undefined) throw new EditError('not-representable', name)
  const message = list.messages.get(id)
  if (message === undefined) {
    const previous = edit.after.find((other) => list.messages.has(textIdOf(other).id))
    const after = previous === undefined ? undefined : list.messages.get(textIdOf(previous).id)
    list.add({ id, form, after: after ?? null, edit })
    return
  }
  if (!list.addText(message, form, edit.text)) throw new EditError('place-taken', name)
  if (edit.state !== undefined) list.setState?.(message, edit.state)
}

/** Renames a message with all its forms. */
function rename<Message>(
  list: MessageList<Message>,
  { message, id, form }: MessageLocation<Message>,
  newName: string,
): Iterable<readonly [string, string]> {
  const { id: newId, form: newForm } = textIdOf(newName)
  if (newForm !== form) throw new EditError('not-representable', newName)
  if (list.messages.has(newId)) throw new EditError('place-taken', newName)
  const others = list.formsOf(message).filter((other) => other !== form)
  list.rename(id, newId)
  return others.flatMap((other) =>
    other === null
      ? []
      : [[unitEntryName(unitOfForm(id, other)), unitEntryName(unitOfForm(newId, other))] as const],
  )
}

/** Returns the index at which a form is inserted among others, in the order of CLDR. */
export function indexOfNewForm(forms: readonly (string | null)[], form: PluralCategory): number {
  const rank = categoryRank(form)
  const index = forms.findIndex((other) => categoryRank(other) > rank)
  return index < 0 ? forms.length : index
}
