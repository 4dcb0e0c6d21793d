import { append } from '@dragoman/core'
import { createContext } from 'react'
import type { PresentPerson } from '../lib/server/presence.ts'

/** Others who have a string of this language open, by key; provided by the screen. */
export const PresenceContext = createContext<ReadonlyMap<number, readonly PresentPerson[]>>(new Map())

/** Returns the people at each string of a language. */
export function byString(
  people: readonly PresentPerson[],
  language: string,
): ReadonlyMap<number, readonly PresentPerson[]> {
  const found = new Map<number, PresentPerson[]>()
  for (const person of people) {
    if (person.keyId === null || person.language !== language) continue
    append(found, person.keyId, person)
  }
  return found
}
