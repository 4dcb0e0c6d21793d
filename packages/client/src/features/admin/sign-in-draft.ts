import { Failure, type ProviderInput, type ProviderSettings } from '@dragoman/contract'

type GroupMapping = { readonly claim: string; readonly groupId: number }

/** The form of the identity provider while it is edited. */
export type SignInDraft = {
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  /** Empty: the stored secret stays. */
  readonly clientSecret: string
  /** Separated by spaces. */
  readonly scopes: string
  readonly groupsClaim: string
  readonly groups: readonly GroupMapping[]
  readonly isOnlyWay: boolean
  readonly allowsNew: boolean
}

export type SignInField = keyof SignInDraft

export function draftOf(provider: ProviderSettings['provider']): SignInDraft {
  return {
    label: provider?.label ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    scopes: (provider?.scopes ?? ['profile', 'email']).join(' '),
    groupsClaim: provider?.groupsClaim ?? '',
    groups: provider?.groups ?? [],
    isOnlyWay: provider?.isOnlyWay ?? false,
    allowsNew: provider?.allowsNew ?? true,
  }
}

/** What was typed into the form. */
export type TypedSignIn = {
  readonly fields: Partial<SignInDraft>
  /** The mappings that were shown before those of `fields` were edited. */
  readonly baseGroups: SignInDraft['groups']
}

export const NOTHING_TYPED: TypedSignIn = { fields: {}, baseGroups: [] }

/** Adds typed fields; a field that has its stored value again counts as not typed. */
export function withTyped(
  { fields, baseGroups }: TypedSignIn,
  stored: SignInDraft,
  change: Partial<SignInDraft>,
): TypedSignIn {
  const all: { -readonly [F in SignInField]?: SignInDraft[F] } = { ...fields, ...change }
  for (const field of [...FIELDS, 'clientSecret', 'groups', 'allowsNew'] as const)
    if (all[field] === stored[field]) delete all[field]
  return { fields: all, baseGroups: change.groups === undefined ? baseGroups : stored.groups }
}

/** Returns what the form shows: what is stored, also when that changes, and what was typed over it. */
export function typedOver({ fields, baseGroups }: TypedSignIn, stored: SignInDraft): SignInDraft {
  const { groups } = fields
  if (groups === undefined) return { ...stored, ...fields }
  return { ...stored, ...fields, groups: mergedGroups(groups, baseGroups, stored.groups) }
}

/** Returns edited mappings with what others have added, and without what they have removed, since `base`. */
function mergedGroups(
  edited: SignInDraft['groups'],
  base: SignInDraft['groups'],
  stored: SignInDraft['groups'],
): SignInDraft['groups'] {
  const without = (groups: SignInDraft['groups'], others: SignInDraft['groups']) =>
    groups.filter((one) => !others.some((other) => isSameMapping(one, other)))
  const removed = without(base, stored)
  const kept = without(edited, removed)
  return [...kept, ...without(without(stored, base), kept)]
}

function isSameMapping(one: GroupMapping, other: GroupMapping): boolean {
  return one.claim === other.claim && one.groupId === other.groupId
}

/** Whether everything that is required is entered. */
export function isComplete({ label, issuer, clientId }: SignInDraft): boolean {
  return [label, issuer, clientId].every((text) => text.trim() !== '')
}

/** Returns what is sent. Mappings without a group name at the provider are left out. */
export function providerOf(draft: SignInDraft): ProviderInput {
  const groupsClaim = draft.groupsClaim.trim()
  return {
    label: draft.label.trim(),
    issuer: draft.issuer.trim(),
    clientId: draft.clientId.trim(),
    ...(draft.clientSecret === '' ? {} : { clientSecret: draft.clientSecret }),
    scopes: draft.scopes.split(/\s+/).filter((scope) => scope !== '' && scope !== 'openid'),
    groupsClaim: groupsClaim === '' ? null : groupsClaim,
    groups: draft.groups
      .map(({ claim, groupId }) => ({ claim: claim.trim(), groupId }))
      .filter(({ claim }) => claim !== ''),
    isOnlyWay: draft.isOnlyWay,
    allowsNew: draft.allowsNew,
  }
}

const FIELDS: readonly SignInField[] = ['label', 'issuer', 'clientId', 'scopes', 'groupsClaim', 'isOnlyWay']

/** Returns the field that a failure is about; null if it is none of them. */
export function fieldOfFailure(error: unknown): SignInField | null {
  if (!(error instanceof Failure)) return null
  if (error.code === 'provider-unreachable' || error.code === 'provider-wrong') return 'issuer'
  if (error.code === 'client-refused') return 'clientSecret'
  const [, named] = error.fields[0]?.pointer.split('/').filter((part) => part !== '') ?? []
  return FIELDS.find((field) => field === named) ?? null
}
