/**
 * Kinds of actors: a person, a visitor without an account, the sync of a file source, an import without a
 * signed-in user, the program itself.
 */
export const ACTOR_KINDS = ['user', 'visitor', 'sync', 'import', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/**
 * Permanent id of an actor: `user:3`, `sync:12` for the sync of source 12. The number is 0 if it is unknown
 * or there is only one such actor.
 */
export type ActorId = `${ActorKind}:${number}`

/** The author of an action. Records store the id and the name at that time. */
export type Actor = { readonly id: ActorId; readonly name: string }

/** The author of a past action. Databases of earlier program versions can contain only the name. */
export type RecordedActor = { readonly id: ActorId | null; readonly name: string }

export function actorId(kind: ActorKind, number = 0): ActorId {
  return `${kind}:${number}`
}

/** The actor for what the program does on its own. */
export const SYSTEM_ACTOR: Actor = { id: actorId('system'), name: 'Dragoman' }

const WRITTEN = new RegExp(`^(?:${ACTOR_KINDS.join('|')}):(?:0|[1-9]\\d{0,15})$`)

/** Parses an id; null for any other text. */
export function parseActorId(text: string | null): ActorId | null {
  return text !== null && WRITTEN.test(text) ? (text as ActorId) : null // the pattern matches the type
}

/** Returns whether the actor is a part of the program rather than a person. */
export function isProgram(id: ActorId): boolean {
  return !id.startsWith('user:') && !id.startsWith('visitor:')
}

/** Returns the account of a person; null for all other actors. */
export function userIdOf(id: ActorId | null): number | null {
  return id?.startsWith('user:') ? Number(id.slice('user:'.length)) : null
}
