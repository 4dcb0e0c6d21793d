import type { LiveEvent } from '@dragoman/contract'
import { useEffect, useMemo } from 'react'
import { createStore } from '../store.ts'
import { useStore } from '../use-store.ts'
import { sendLocation } from './queries.ts'

export type PresentPerson = Extract<LiveEvent, { type: 'presence' }>['people'][number]

/** This window, as named in its stream of events. */
export const WINDOW_ID = [...crypto.getRandomValues(new Uint8Array(8))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('')

const NOBODY: readonly PresentPerson[] = []
const people = createStore<ReadonlyMap<string, readonly PresentPerson[]>>(new Map())

/** Called with what the stream of a project says; empty when it breaks, because no one knows then. */
export function setPresence(project: string, list: readonly PresentPerson[]): void {
  people.set(new Map([...people.get(), [project, list]]))
}

/** Returns the other people who have the project open now. */
export function usePresence(project: string, ownId: string | null): readonly PresentPerson[] {
  const here = useStore(people).get(project) ?? NOBODY
  return useMemo(() => here.filter(({ id }) => id !== ownId), [here, ownId])
}

/** The location is sent after a pause, so that moving through a list is not a request for each row. */
const REST_MS = 400

/** Tells the others in the project which string is open, while mounted and connected. */
export function useSendLocation(
  project: string,
  {
    language,
    keyId,
    isLive,
  }: { readonly language: string; readonly keyId: number | null; readonly isLive: boolean },
): void {
  useEffect(() => {
    if (!isLive) return
    const timer = setTimeout(() => send(project, language, keyId), REST_MS)
    return () => clearTimeout(timer)
  }, [project, language, keyId, isLive])
  useEffect(() => (isLive ? () => send(project, null, null) : undefined), [project, isLive])
}

function send(project: string, language: string | null, keyId: number | null): void {
  // Only a courtesy: without it, others do not see where this person is.
  void sendLocation(project, { window: WINDOW_ID, language, keyId }).catch(() => undefined)
}
