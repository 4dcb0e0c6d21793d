const KINDS = ['user', 'group', 'invitation'] as const
export type MemberRefKind = (typeof KINDS)[number]

/** Refers to a person, a group or an invitation by id: `user:3`, `group:2`, `invitation:5`. */
export type MemberRef<Kind extends MemberRefKind = MemberRefKind> = `${Kind}:${number}`

/** The pattern of a reference to any of these kinds; ids start at 1. */
export function memberRefPattern(kinds: readonly MemberRefKind[] = KINDS): RegExp {
  return new RegExp(`^(?:${kinds.join('|')}):[1-9]\\d{0,15}$`)
}

const WRITTEN = memberRefPattern()

export function memberRef<Kind extends MemberRefKind>(kind: Kind, id: number): MemberRef<Kind> {
  return `${kind}:${id}`
}

/** Parses a reference; null for any other text. */
export function parseMemberRef(text: string): MemberRef | null {
  return WRITTEN.test(text) ? (text as MemberRef) : null // the pattern matches the type
}

/** Returns what a reference refers to. */
export function readMemberRef<Kind extends MemberRefKind>(
  ref: MemberRef<Kind>,
): { readonly kind: Kind; readonly id: number } {
  const [kind, id] = ref.split(':')
  return { kind: kind as Kind, id: Number(id) } // guaranteed by the type of the reference
}
