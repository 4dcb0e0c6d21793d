import { type Forms, isKeyName, LIMITS } from '@dragoman/core'
import type { LocalPart } from './local-files.ts'
import type { PlannedChange } from './plan-namespace.ts'
import type { ServerNamespace } from './server-texts.ts'

/** What the server would not store: a text, or a new key with its name; with a file that has it. */
export type TooLong = { readonly change: PlannedChange; readonly path: string }

type Fitted = { readonly changes: readonly PlannedChange[]; readonly tooLong: readonly TooLong[] }

type Context = {
  readonly parts: readonly LocalPart[]
  /** Keys on the server, by id. */
  readonly keys: ReadonlyMap<number, Pick<ServerNamespace['keys'][number], 'description' | 'maxLength'>>
}

/**
 * Cuts descriptions to what the server stores, as imports do, and leaves out texts and names that are too long, and
 * maximum lengths that no text can reach, because the server refuses a whole request for one of them. Pure.
 */
export function withinLimits(planned: readonly PlannedChange[], { parts, keys }: Context): Fitted {
  const changes: PlannedChange[] = []
  const tooLong: TooLong[] = []
  const leaveOut = (change: PlannedChange, language: string | null) => {
    const part = parts.find((one) => one.language === language) ?? parts[0]
    tooLong.push({ change: { ...change, language }, path: part?.path ?? '' })
  }
  for (const one of planned) {
    const { change } = one
    switch (change.kind) {
      case 'translate':
        if (isTooLong(change.forms)) leaveOut(one, change.language)
        else changes.push(one)
        break
      case 'add-key': {
        if (!isKeyName(change.name)) {
          leaveOut(one, null)
          break
        }
        const texts = Object.entries(change.texts)
        const long = texts.filter(([, { forms }]) => isTooLong(forms))
        for (const [language] of long) leaveOut(one, language)
        const fitting = Object.fromEntries(texts.filter((text) => !long.includes(text)))
        changes.push({ ...one, change: { ...change, ...cut(change), ...reachable(change), texts: fitting } })
        break
      }
      case 'edit-key': {
        const known = keys.get(change.keyId)
        const { description, maxLength, ...others } = {
          ...change.fields,
          ...cut(change.fields),
          ...reachable(change.fields),
        }
        const fields = {
          ...others,
          ...(description === undefined || description === known?.description ? {} : { description }),
          ...(maxLength === undefined || maxLength === known?.maxLength ? {} : { maxLength }),
        }
        if (Object.keys(fields).length > 0) changes.push({ ...one, change: { ...change, fields } })
        break
      }
      case 'remove-key':
        changes.push(one)
        break
      default:
        change satisfies never
    }
  }
  return { changes, tooLong }
}

function isTooLong(forms: Forms): boolean {
  return Object.values(forms).some((text) => text.length > LIMITS.formMax)
}

function reachable({ maxLength }: { readonly maxLength?: number | null | undefined }) {
  return maxLength != null && maxLength > LIMITS.formMax ? { maxLength: null } : {}
}

function cut({ description }: { readonly description?: string | undefined }) {
  return description === undefined ? {} : { description: description.slice(0, LIMITS.descriptionMax) }
}
