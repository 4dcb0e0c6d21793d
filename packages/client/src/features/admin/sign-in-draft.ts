import { Failure, type ProviderInput, type ProviderSettings } from '@dragoman/contract'

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
  readonly groups: readonly { readonly claim: string; readonly groupId: number }[]
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
