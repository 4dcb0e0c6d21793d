/**
 * What can do something: a person, somebody without an account, the sync of a file source, an import nobody
 * signed in for, the program itself.
 */
export const ACTOR_KINDS = ['user', 'visitor', 'sync', 'import', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/**
 * Who did something, for good: `user:3`, `sync:12` for what came from source 12. The number is 0 where it is
 * not known, or there is only one.
 */
export type ActorId = `${ActorKind}:${number}`

/** Who does something. Records keep the name beside the id, as it was then. */
export type Actor = { readonly id: ActorId; readonly name: string }

/** Who did something once. Databases of earlier programs may know nothing but the name. */
export type RecordedActor = { readonly id: ActorId | null; readonly name: string }

export function actorId(kind: ActorKind, number = 0): ActorId {
  return `${kind}:${number}`
}

/** What the program does without being asked. */
export const SYSTEM_ACTOR: Actor = { id: actorId('system'), name: 'Dragoman' }

const WRITTEN = new RegExp(`^(?:${ACTOR_KINDS.join('|')}):(?:0|[1-9]\\d{0,15})$`)

/** The id that a text is; null for any other text. */
export function parseActorId(text: string | null): ActorId | null {
  return text !== null && WRITTEN.test(text) ? (text as ActorId) : null // the pattern is that of the type
}

/** Whether a part of the program acts, and nobody who calls it. */
export function isProgram(id: ActorId): boolean {
  return !id.startsWith('user:') && !id.startsWith('visitor:')
}

/** The account of a person who acts; null for all other actors. */
export function userIdOf(id: ActorId | null): number | null {
  return id?.startsWith('user:') ? Number(id.slice('user:'.length)) : null
}
