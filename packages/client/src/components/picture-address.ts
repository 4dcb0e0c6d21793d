import { parseActorId, userIdOf } from '@dragoman/core'

/** Where a person's picture is; null: they have none, and the initials stand for them. */
export function pictureAddress(actorId: string | null, picture: string | null): string | null {
  const user = userIdOf(parseActorId(actorId))
  return user === null || picture === null ? null : `/api/people/${user}/picture?v=${picture}`
}
