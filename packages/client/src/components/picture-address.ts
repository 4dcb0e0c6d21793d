import { parseActorId, userIdOf } from '@dragoman/core'

/** Returns the URL of a person's picture; null if there is none, so that initials are shown. */
export function pictureAddress(actorId: string | null, picture: string | null): string | null {
  const user = userIdOf(parseActorId(actorId))
  return user === null || picture === null ? null : `/api/people/${user}/picture?v=${picture}`
}
