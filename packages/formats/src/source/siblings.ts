/** The members of an object or map, for access by key. */
export type Siblings<V> = {
  readonly members: readonly Member<V>[]
  /** Only for more than a handful, because searching a few is faster than creating a map. */
  readonly byKey: ReadonlyMap<string, V> | null
}

type Member<V> = { readonly key: string | null; readonly value: V }

export function siblingsOf<V>(members: readonly Member<V>[]): Siblings<V> {
  if (members.length <= HANDFUL) return { members, byKey: null }
  const byKey = new Map<string, V>()
  for (const { key, value } of members) if (key !== null) byKey.set(key, value)
  return { members, byKey }
}

/** Returns the value of a key; as in `JSON.parse`, the last member with it counts. */
export function siblingNamed<V>({ members, byKey }: Siblings<V>, key: string): V | undefined {
  if (byKey !== null) return byKey.get(key)
  for (let i = members.length - 1; i >= 0; i--) {
    const member = members[i]
    if (member?.key === key) return member.value
  }
  return undefined
}

const HANDFUL = 8
