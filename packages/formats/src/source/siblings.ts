/** The members of an object or map, to be asked for by their keys. */
export type Siblings<V> = {
  readonly members: readonly Member<V>[]
  /** Only where they are more than a handful, which is looked through sooner than put into a map. */
  readonly byKey: ReadonlyMap<string, V> | null
}

type Member<V> = { readonly key: string | null; readonly value: V }

export function siblingsOf<V>(members: readonly Member<V>[]): Siblings<V> {
  if (members.length <= HANDFUL) return { members, byKey: null }
  const byKey = new Map<string, V>()
  for (const { key, value } of members) if (key !== null) byKey.set(key, value)
  return { members, byKey }
}

/** The value of a key; as in `JSON.parse`, the last member with it is the one that counts. */
export function siblingNamed<V>({ members, byKey }: Siblings<V>, key: string): V | undefined {
  if (byKey !== null) return byKey.get(key)
  for (let i = members.length - 1; i >= 0; i--) {
    const member = members[i]
    if (member?.key === key) return member.value
  }
  return undefined
}

const HANDFUL = 8
